#pragma once

#include <chrono>
#include <stop_token>

#include "harness/tune/kernel_listing.h"

namespace modlab::gui {

/// As long as a variant has in a run.
inline constexpr std::chrono::seconds kListingLimit{60};

/// Has `modlab` answer a listing_request(). Throws Error where there is none, where the compiler refuses it, crashes or
/// takes longer than the limit, and where it is stopped.
tune::KernelListing list_kernel(const std::string& request, const std::stop_token& stop = {},
                                std::chrono::milliseconds limit = kListingLimit);

}  // namespace modlab::gui
