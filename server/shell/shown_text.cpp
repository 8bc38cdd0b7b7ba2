#include "server/shell/shown_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cwchar>

#include "base/text.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

bool changes_direction(std::uint32_t code) {
  return code == 0x061C || code == 0x200B || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

// Columns of a character; negative: it is not shown as it is.
int width_of(std::uint32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0) || changes_direction(code)) return -1;
  return code < 0x7F ? 1 : wcwidth(static_cast<wchar_t>(code));
}

void append_escaped(std::string& out, std::uint32_t code) {
  out += code <= 0xFFFF ? fmt::format("\\u{:04X}", code) : fmt::format("\\U{:08X}", code);
}

}  // namespace

std::string shown_text(std::string_view text, LineEnds ends) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    if (size == 0) {
      out += fmt::format("\\x{:02X}", static_cast<unsigned>(static_cast<unsigned char>(text[0])));
      text.remove_prefix(1);
      continue;
    }
    const std::uint32_t code = first_code_point(text);
    const bool is_half_of_end = ends == LineEnds::kept && text.starts_with("\r\n");
    const bool is_kept = ends == LineEnds::kept && (code == '\n' || code == '\t');
    if (is_half_of_end) {
      // The line feed follows.
    } else if (is_kept || width_of(code) >= 0) {
      out += text.substr(0, size);
    } else {
      append_escaped(out, code);
    }
    text.remove_prefix(size);
  }
  return out;
}

std::size_t columns_of(std::string_view shown) {
  std::size_t columns = 0;
  for (; !shown.empty(); shown.remove_prefix(utf8_size(shown))) {
    columns += static_cast<std::size_t>(std::max(0, width_of(first_code_point(shown))));
  }
  return columns;
}

std::string cut_to(std::string_view shown, std::size_t columns) {
  if (columns == 0) return {};
  std::size_t used = 0, end = 0, end_before_ellipsis = 0;
  while (end < shown.size()) {
    const std::string_view rest = shown.substr(end);
    used += static_cast<std::size_t>(std::max(0, width_of(first_code_point(rest))));
    if (used > columns) return std::string(shown.substr(0, end_before_ellipsis)) + std::string(kEllipsis);
    end += utf8_size(rest);
    if (used < columns) end_before_ellipsis = end;
  }
  return std::string(shown);
}

}  // namespace quadrille::server
