#pragma once

// The server's side of its protocol: growing arrays, fields and hexadecimal digits, without a C library.

#include <stddef.h>
#include <stdint.h>

namespace modlab::compile::dxc_server {

// The program provides the memory. allocate ends it rather than return nullptr.
void* allocate(size_t bytes);
void release(void* memory);

/// A growing array.
template <typename Item>
class List {
 public:
  List() = default;
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  ~List() { release(items_); }

  void add(Item item) {
    reserve(count_ + 1);
    items_[count_++] = item;
  }
  void clear() { count_ = 0; }
  void reserve(size_t count) {
    if (count <= room_) return;
    const size_t room = count * 2;
    auto* larger = static_cast<Item*>(allocate(room * sizeof(Item)));
    for (size_t i = 0; i < count_; ++i) larger[i] = items_[i];
    release(items_);
    items_ = larger;
    room_ = room;
  }

  [[nodiscard]] Item* items() { return items_; }
  [[nodiscard]] size_t count() const { return count_; }

 private:
  Item* items_ = nullptr;
  size_t count_ = 0;
  size_t room_ = 0;
};
using Text = List<char>;

inline size_t length_of(const char* text) {
  size_t length = 0;
  while (text[length] != 0) ++length;
  return length;
}

inline bool same(const char* x, const char* y) {
  while (*x != 0 && *x == *y) ++x, ++y;
  return *x == *y;
}

inline void append(Text& text, const char* more) {
  while (*more != 0) text.add(*more++);
}

inline void append_number(Text& text, uint32_t number) {
  if (number >= 10) append_number(text, number / 10);
  text.add(static_cast<char>('0' + number % 10));
}

inline void append_hexadecimal(Text& text, const unsigned char* bytes, size_t count) {
  constexpr const char* kDigits = "0123456789abcdef";
  text.reserve(text.count() + 2 * count);
  for (size_t i = 0; i < count; ++i) {
    text.add(kDigits[bytes[i] >> 4]);
    text.add(kDigits[bytes[i] & 15]);
  }
}

/// Up to the first zero, if any.
inline void append_escaped(Text& text, const char* bytes, size_t count) {
  for (size_t i = 0; i < count && bytes[i] != 0; ++i) {
    const char plain = bytes[i];
    const char code = plain == '\n' ? 'n' : plain == '\t' ? 't' : plain == '\\' ? '\\' : 0;
    if (code != 0) text.add('\\');
    text.add(code != 0 ? code : plain);
  }
}

/// The fields of a line, unescaped, one after the other, each zero-terminated; `fields` has where each begins.
inline void split(Text& line, Text& storage, List<size_t>& fields) {
  storage.clear();
  fields.clear();
  fields.add(0);
  for (size_t i = 0; i < line.count(); ++i) {
    char letter = line.items()[i];
    if (letter == '\t') {
      storage.add(0);
      fields.add(storage.count());
      continue;
    }
    if (letter == '\\' && i + 1 < line.count()) {
      letter = line.items()[++i];
      letter = letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
    }
    storage.add(letter);
  }
  storage.add(0);
}

/// 16 for anything but a digit.
inline unsigned digit(char letter) {
  if (letter >= '0' && letter <= '9') return static_cast<unsigned>(letter - '0');
  return letter >= 'a' && letter <= 'f' ? static_cast<unsigned>(letter - 'a' + 10) : 16;
}

/// False where the text is not hexadecimal.
inline bool parse_hexadecimal(const char* text, List<uint8_t>& bytes) {
  bytes.reserve(length_of(text) / 2);
  for (; *text != 0; text += 2) {
    const unsigned high = digit(text[0]);
    if (high == 16) return false;
    const unsigned low = digit(text[1]);
    if (low == 16) return false;
    bytes.add(static_cast<uint8_t>(high * 16 + low));
  }
  return true;
}

}  // namespace modlab::compile::dxc_server
