# cmake -D "files=A;B" -D header=H -D function=F -D output=FILE -P write_embedded_text.cmake: writes C++ that holds the
# files' bytes by name.

set(arrays "")
set(entries "")
set(index 0)
foreach(file IN LISTS files)
  file(READ "${file}" bytes HEX)
  # Numbers, not string literals, whose length compilers limit.
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  # The same text, and so the same cache key and shader hash, whatever line ends the checkout has.
  string(REPLACE "0x0d,0x0a," "0x0a," bytes "${bytes}")
  string(REGEX REPLACE "(0x0a,)" "\\1\n" bytes "${bytes}")
  cmake_path(GET file FILENAME name)
  string(APPEND arrays "constexpr unsigned char kText${index}[] = {\n${bytes}0};\n")
  string(APPEND entries "      {\"${name}\", text(kText${index}, sizeof(kText${index}) - 1)},\n")
  math(EXPR index "${index} + 1")
endforeach()

file(
  CONFIGURE
  OUTPUT "${output}"
  CONTENT
    [[#include "@header@"

#include <cstddef>

namespace modlab {
namespace {

@arrays@
std::string text(const unsigned char* bytes, std::size_t size) { return {bytes, bytes + size}; }

}  // namespace

const std::map<std::string, std::string, std::less<>>& @function@() {
  static const std::map<std::string, std::string, std::less<>> texts = {
@entries@  };
  return texts;
}

}  // namespace modlab
]]
  @ONLY)
