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

bool is_iri(std::string_view shown) {
  return shown.starts_with('<') && shown.ends_with('>');
}

// The columns up to the path of an IRI in brackets, or up to its first colon.
std::size_t columns_of_host(std::string_view iri) {
  const std::size_t scheme = std::min(iri.find(':'), iri.size() - 1);
  const bool has_host = iri.substr(scheme).starts_with("://");
  return columns_of(iri.substr(0, has_host ? std::min(iri.find('/', scheme + 3), iri.size() - 1) + 1 : scheme + 1));
}

// The longest beginning that fits in `columns`.
std::string_view beginning_within(std::string_view shown, std::size_t columns) {
  std::size_t used = 0, size = 0;
  while (size < shown.size()) {
    const std::size_t next = utf8_size(shown.substr(size));
    used += columns_of(shown.substr(size, next));
    if (used > columns) break;
    size += next;
  }
  return shown.substr(0, size);
}

// The longest end that fits in `columns`.
std::string_view end_within(std::string_view shown, std::size_t columns) {
  for (std::size_t left = columns_of(shown); left > columns;) {
    const std::size_t next = utf8_size(shown);
    left -= columns_of(shown.substr(0, next));
    shown.remove_prefix(next);
  }
  return shown;
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
  if (columns_of(shown) <= columns) return std::string(shown);
  if (columns == 0) return {};
  const std::size_t kept = columns - 1;
  const std::string_view end = end_within(shown, is_iri(shown) ? kept - std::min(columns_of_host(shown), kept / 2) : 0);
  return std::string(beginning_within(shown, kept - columns_of(end))) + std::string(kEllipsis) + std::string(end);
}

}  // namespace quadrille::server
