#pragma once

#include <optional>
#include <utility>

namespace modlab {

/// Something that is worked out again only when what it depends on changes: panels are drawn in every frame.
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

}  // namespace modlab
