#include "harness/store/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "harness/store/npy_header.h"
#include "harness/system/file.h"
#include "harness/system/file_failure.h"
#include "harness/system/file_reader.h"
#include "kernels/error.h"

namespace modlab::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "\x93NUMPY";

/// A file's content, and how much of it is left.
class Source {
 public:
  Source(const ReadBytes& read, std::uint64_t bytes) : read_(read), left_(bytes) {}

  [[nodiscard]] std::uint64_t left() const { return left_; }

  std::string read_text(std::size_t count) {
    if (count > left_) throw Error("it ends inside its header");
    std::string text(count, '\0');
    read(text.data(), count);
    return text;
  }

  std::vector<std::byte> read_rest() {
    std::vector<std::byte> bytes(left_);
    read(reinterpret_cast<char*>(bytes.data()), left_);
    return bytes;
  }

 private:
  void read(char* bytes, std::uint64_t count) {
    if (read_({bytes, count}) != count) throw Error("it ends early");
    left_ -= count;
  }

  const ReadBytes& read_;
  std::uint64_t left_;
};

/// Little-endian, as every length in the format.
std::uint32_t read_number(Source& source, std::size_t bytes) {
  const std::string text = source.read_text(bytes);
  std::uint32_t number = 0;
  for (std::size_t i = bytes; i-- > 0;) number = number << 8 | static_cast<unsigned char>(text[i]);
  return number;
}

NpyHeader read_header(Source& source) {
  // The limit of version 1.0. A plain type's header needs less than 200; only structured types need 2.0's longer ones.
  constexpr std::uint32_t kMaxLength = 65535;
  if (source.left() < kMagic.size() || source.read_text(kMagic.size()) != kMagic)
    throw Error("not a .npy file; numpy.save writes them");
  const std::uint32_t major = read_number(source, 1);
  const std::uint32_t minor = read_number(source, 1);
  if (major < 1 || major > 3 || minor != 0)
    throw Error(fmt::format("format version {}.{}; 1.0, 2.0 and 3.0 can be read", major, minor));
  const std::uint32_t length = read_number(source, major == 1 ? 2 : 4);
  if (length > kMaxLength)
    throw Error(fmt::format("malformed header: it is {} bytes long, at most {} can be read", length, kMaxLength));
  return parse_npy_header(source.read_text(length));
}

void reverse_bytes(std::vector<std::byte>& data, std::size_t element_bytes) {
  const auto step = static_cast<std::ptrdiff_t>(element_bytes);
  for (auto element = data.begin(); element != data.end(); element += step) std::reverse(element, element + step);
}

/// Fortran order has the first dimension innermost.
std::vector<std::byte> from_fortran_order(const std::vector<std::byte>& data, const Shape& shape,
                                          std::size_t element_bytes) {
  std::vector<std::byte> result(data.size());
  std::vector<std::uint32_t> position(shape.size(), 0);
  for (std::size_t to = 0; to < result.size(); to += element_bytes) {
    std::uint64_t from = 0;
    for (std::size_t i = shape.size(); i-- > 0;) from = from * shape[i] + position[i];
    std::copy_n(&data[from * element_bytes], element_bytes, &result[to]);
    for (std::size_t i = shape.size(); i-- > 0 && ++position[i] == shape[i];) position[i] = 0;
  }
  return result;
}

}  // namespace

NpyArray parse_npy(const ReadBytes& read, std::uint64_t bytes) {
  Source source(read, bytes);
  const NpyHeader header = read_header(source);
  const std::uint32_t element_bytes = bytes_of(header.type);
  const std::uint64_t promised = element_count(header.shape) * element_bytes;
  if (promised != source.left())
    throw Error(fmt::format("{} of {} takes {} bytes, but {} follow the header", name_of(header.shape),
                            name_of(header.type), promised, source.left()));
  NpyArray array{.type = header.type, .shape = header.shape, .data = source.read_rest()};
  if (header.big_endian) reverse_bytes(array.data, element_bytes);
  if (header.fortran_order) array.data = from_fortran_order(array.data, array.shape, element_bytes);
  return array;
}

NpyArray read_npy(const fs::path& path) {
  FileReader file(path);
  try {
    return parse_npy([&](std::span<char> to) { return file.read(to); }, file.size_bytes());
  } catch (const FileFailure&) {
    throw;  // which names the file
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", path.string(), error.what()));
  }
}

std::string npy_text(const NpyArray& array) {
  constexpr std::size_t kAlignment = 64;  // of the data in the file, so that it can be mapped into memory
  std::string header = npy_header_text(array.type, array.shape);
  const std::size_t before_header = kMagic.size() + 4;
  const std::size_t unpadded = before_header + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ').append("\n");
  std::string text(kMagic);
  text.append({'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)});
  text.reserve(text.size() + header.size() + array.data.size());
  text.append(header).append(reinterpret_cast<const char*>(array.data.data()), array.data.size());
  return text;
}

void write_npy(const fs::path& path, const NpyArray& array) {
  std::error_code error;  // a folder that cannot be created makes writing the file fail
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  replace_file(path, npy_text(array));
}

}  // namespace modlab::store
