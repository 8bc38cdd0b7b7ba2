#pragma once

// Finds the end of the plain part of a JSON string: the bytes before the first quotation mark, backslash or control
// character. Local. Cost: about two instructions a byte, in steps of 8 bytes.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace quadrille::jsonld {

namespace detail {

// The highest bit of each byte of `word` that is 0 is set; bits above the first such byte may be wrong.
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

constexpr std::uint64_t repeated(unsigned char byte) {
  return 0x0101010101010101u * byte;
}

}  // namespace detail

// The length of the plain prefix. Sets `has_high_bytes` if there is a byte from 0x80 on in it, or just behind it.
inline std::size_t plain_prefix(std::string_view text, bool& has_high_bytes) {
  std::size_t at = 0;
  std::uint64_t high = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; at + 8 <= text.size(); at += 8) {
      std::uint64_t word;
      std::memcpy(&word, text.data() + at, 8);
      high |= word;
      const std::uint64_t controls = (word - detail::repeated(0x20)) & ~word & detail::repeated(0x80);
      const std::uint64_t stops = controls | detail::zero_bytes(word ^ detail::repeated('"')) |
                                  detail::zero_bytes(word ^ detail::repeated('\\'));
      if (stops == 0) continue;
      has_high_bytes |= (high & detail::repeated(0x80)) != 0;
      return at + static_cast<std::size_t>(std::countr_zero(stops) / 8);
    }
  }
  for (; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 || byte == '"' || byte == '\\') break;
    high |= byte;
  }
  has_high_bytes |= (high & detail::repeated(0x80)) != 0;
  return at;
}

}  // namespace quadrille::jsonld
