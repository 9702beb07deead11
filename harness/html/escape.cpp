#include "harness/html/escape.h"

namespace modlab::html {

std::string html_escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      case '\0': break;  // which HTML has no way to write
      default: result += c;
    }
  return result;
}

}  // namespace modlab::html
