#pragma once

#include <optional>
#include <stop_token>
#include <utility>

#include "gui/runs/background.h"

namespace modlab::gui {

/// A value that is computed again only when its key changes: panels are drawn every frame.
template <typename Key, typename Value>
class Cached {
 public:
  template <typename Make>
  const Value& get(Key key, Make make) {
    if (!entry_ || !(entry_->first == key)) entry_.emplace(std::move(key), make());
    return entry_->second;
  }

 private:
  std::optional<std::pair<Key, Value>> entry_;
};

/// What becomes of work when a newer key is asked for.
enum class Outdated {
  finishes,    ///< first: with a run that grows, the next computation starts when the last is done, not with each row
  is_stopped,  ///< at once; it heeds its stop token
};

/// A value that is computed again on another thread when its key changes. Until that is done the last result remains.
template <typename Key, typename Value>
class Latest {
 public:
  explicit Latest(Outdated outdated = Outdated::finishes) : outdated_(outdated) {}

  /// The newest result with its key; null before the first. work(std::stop_token) computes the next one.
  template <typename Work>
  const std::pair<Key, Value>* get(const Key& key, Work work) {
    if (auto made = working_.take()) result_.emplace(std::move(*made));
    const bool current = result_ && result_->first == key;
    const bool awaited = working_.busy() && (outdated_ == Outdated::finishes || key_ == key);
    if (!current && !awaited) {
      key_ = key;
      working_.start([key, work = std::move(work)](const std::stop_token& stop) { return std::pair(key, work(stop)); });
    }
    return result_ ? &*result_ : nullptr;
  }

  [[nodiscard]] bool busy() const { return working_.busy(); }

 private:
  Outdated outdated_;
  Key key_;  ///< of the work
  std::optional<std::pair<Key, Value>> result_;
  Background<std::pair<Key, Value>> working_;
};

}  // namespace modlab::gui
