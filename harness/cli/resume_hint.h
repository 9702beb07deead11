#pragma once

#include <filesystem>
#include <functional>

namespace modlab {

/// Runs work that keeps a journal. Where it is interrupted or the journal cannot be written, the message also says how
/// to continue.
void with_resume_hint(const std::filesystem::path& journal, const std::function<void()>& work);

}  // namespace modlab
