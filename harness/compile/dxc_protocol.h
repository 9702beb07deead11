#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::compile {

// What the DXC server and its client exchange, one line each way; dxc_server/server.cpp describes it.

/// A field as it stands in a line.
std::string escaped(std::string_view field);

/// The fields of a line, unescaped; padded to three, so that indexing is safe.
std::vector<std::string> fields_of(std::string_view line);

std::string hexadecimal_of(std::span<const std::byte> bytes);
/// Nothing where the text is anything but hexadecimal_of some bytes.
std::optional<std::vector<std::byte>> parse_hexadecimal(std::string_view text);

}  // namespace modlab::compile
