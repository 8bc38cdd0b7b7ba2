#include "base/text.hpp"

#include "base/bytes.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080;

bool is_continuation(unsigned char byte) {
  return (byte & 0xc0) == 0x80;
}

// The length of the character that begins at `at`, 0 if there is none (Unicode, table 3-7).
std::size_t character_size(const unsigned char* at, const unsigned char* end) {
  const unsigned char lead = *at;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (static_cast<std::size_t>(end - at) < size) return 0;
  const unsigned char lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned char highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (at[1] < lowest || at[1] > highest) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if (!is_continuation(at[i])) return 0;
  }
  return size;
}

}  // namespace

std::size_t utf8_size(std::string_view text) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
  return text.empty() ? 0 : character_size(begin, begin + text.size());
}

std::size_t valid_utf8_prefix(std::string_view text) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = begin + text.size();
  const auto* at = begin;
  while (at < end) {
    while (end - at >= 16 && ((load<std::uint64_t>(at) | load<std::uint64_t>(at + 8)) & kHighBits) == 0) at += 16;
    // Up to the next stretch of ASCII, character by character.
    for (int steps = 0; at < end && steps < 16; ++steps) {
      const std::size_t size = character_size(at, end);
      if (size == 0) return static_cast<std::size_t>(at - begin);
      at += size;
    }
  }
  return text.size();
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xc0 | (code_point >> 6));
    out += static_cast<char>(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xe0 | (code_point >> 12));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code_point & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (code_point >> 18));
    out += static_cast<char>(0x80 | ((code_point >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code_point & 0x3f));
  }
}

std::uint32_t first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return lead;
  if (lead < 0xe0) return (lead & 0x1f) << 6 | (byte(1) & 0x3f);
  if (lead < 0xf0) return (lead & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
  return (lead & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f);
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

}  // namespace quadrille
