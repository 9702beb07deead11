#pragma once

#include <memory>

#include "harness/tune/strategy.h"

namespace modlab::tune {

/// Each searches the whole space as one, whatever the classes in it.
std::unique_ptr<Strategy> make_exhaustive_search(const SearchRequest& request);
std::unique_ptr<Strategy> make_random_search(const SearchRequest& request);
std::unique_ptr<Strategy> make_bayes_search(const SearchRequest& request);
std::unique_ptr<Strategy> make_halving(const SearchRequest& request);

}  // namespace modlab::tune
