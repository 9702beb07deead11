#pragma once

#include <stdexcept>

namespace modlab {

/// Stops a command. The message is one line for the user that names the problem and what to do about it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace modlab
