#pragma once

#include <filesystem>
#include <memory>

#include "kernels/catalogue.h"

namespace modlab::session {

/// What names mean to our programs, users' kernels among them.
std::unique_ptr<const Catalogue> make_catalogue(Kernels kernels = {});

/// The same with the kernels that a run's context brings along, if there is one. Throws Error where it cannot be read.
std::unique_ptr<const Catalogue> catalogue_of(const std::filesystem::path& journal);

}  // namespace modlab::session
