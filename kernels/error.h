#pragma once

#include <stdexcept>

namespace modlab {

/// What stops a command: the message is one line for the user, naming the thing and what to do about it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace modlab
