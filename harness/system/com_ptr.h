#pragma once

#include <utility>

namespace modlab {

/// Owns one reference to a COM object. The interface may be incomplete where the pointer is only named. `Calls` tells
/// apart pointers whose methods have another calling convention than the platform's headers give them.
template <typename Interface, typename Calls = void>
class ComPtr {
 public:
  ComPtr() = default;
  ComPtr(ComPtr&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  ComPtr& operator=(ComPtr&& other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~ComPtr() { reset(); }

  [[nodiscard]] Interface* get() const { return pointer_; }
  Interface* operator->() const { return pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }

  void reset() {
    if (pointer_ != nullptr) std::exchange(pointer_, nullptr)->Release();
  }

  /// For calls that return a new reference.
  [[nodiscard]] Interface** receive() {
    reset();
    return &pointer_;
  }
  [[nodiscard]] void** receive_void() { return reinterpret_cast<void**>(receive()); }

  /// Gives the reference up without releasing it.
  Interface* detach() { return std::exchange(pointer_, nullptr); }

 private:
  Interface* pointer_ = nullptr;
};

}  // namespace modlab
