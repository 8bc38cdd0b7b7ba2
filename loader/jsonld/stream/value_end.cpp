#include "loader/jsonld/stream/value_end.hpp"

#include <array>

#include "loader/jsonld/json/plain_bytes.hpp"

namespace quadrille::jsonld {

namespace {

enum class ByteClass : std::uint8_t { other, quote, open, close, separator };

constexpr std::array<ByteClass, 256> make_byte_classes() {
  std::array<ByteClass, 256> classes{};
  classes['"'] = ByteClass::quote;
  classes['{'] = classes['['] = ByteClass::open;
  classes['}'] = classes[']'] = ByteClass::close;
  for (const char c : std::string_view(" \t\r\n,:")) classes[static_cast<unsigned char>(c)] = ByteClass::separator;
  return classes;
}

constexpr std::array<ByteClass, 256> kByteClasses = make_byte_classes();

}  // namespace

// The offset behind the closing quotation mark; npos if it is not in the text, with at_ at a place to go on from.
std::size_t ValueEnd::skip_string(std::string_view text, std::size_t at) {
  bool has_high_bytes = false;
  while (true) {
    at += plain_prefix(text.substr(at), has_high_bytes);
    const bool is_escape = at < text.size() && text[at] == '\\';
    if (at + (is_escape ? 1 : 0) >= text.size()) break;
    if (text[at] == '"') {
      in_string_ = false;
      return at + 1;
    }
    at += is_escape ? 2 : 1;
  }
  at_ = at;
  return std::string_view::npos;
}

// One byte is kept, since the first byte of a value does not end it.
std::size_t ValueEnd::forget_seen() {
  const std::size_t bytes = at_ > 0 ? at_ - 1 : 0;
  at_ -= bytes;
  return bytes;
}

std::size_t ValueEnd::find(std::string_view text) {
  std::size_t at = at_;
  while (at < text.size()) {
    if (in_string_) {
      at = skip_string(text, at);
      if (at == std::string_view::npos) return at;
      if (depth_ == 0) return at;
      continue;
    }
    const ByteClass kind = kByteClasses[static_cast<unsigned char>(text[at])];
    // A scalar ends before what cannot be in it.
    if (depth_ == 0 && at > 0 && kind != ByteClass::other) return at;
    ++at;
    if (kind == ByteClass::quote) {
      in_string_ = true;
    } else if (kind == ByteClass::open) {
      ++depth_;
    } else if (kind == ByteClass::close) {
      if (depth_ <= 1) return at;
      --depth_;
    }
  }
  at_ = at;
  return std::string_view::npos;
}

}  // namespace quadrille::jsonld
