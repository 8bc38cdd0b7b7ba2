#pragma once

// Is it UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF)? And code points as UTF-8.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille {

// The length in bytes of the longest part from the begin on that is UTF-8. Cost: 16 bytes a step where it is ASCII.
std::size_t valid_utf8_prefix(std::string_view text);

inline bool is_valid_utf8(std::string_view text) {
  return valid_utf8_prefix(text) == text.size();
}

constexpr std::uint32_t kLastCodePoint = 0x10FFFF;

constexpr bool is_surrogate(std::uint32_t code_point) {
  return code_point >= 0xD800 && code_point <= 0xDFFF;
}

// Precondition: code_point <= kLastCodePoint.
void append_utf8(std::string& out, std::uint32_t code_point);

// The code point at the begin of `text`, which is valid UTF-8 and not empty.
std::uint32_t first_code_point(std::string_view text);

}  // namespace quadrille
