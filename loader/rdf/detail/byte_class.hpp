#pragma once

// Classes of bytes, and loops that find the first byte of a class, 16 bytes a step.
//
// The find functions read up to kScanPadding bytes beyond the byte that they find. So that many bytes, of any value,
// must follow the text. A byte of the class must exist: every class has the line feed, and every text ends with one.

#if defined(__SSSE3__)
#include <immintrin.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace quadrille::detail {

constexpr std::size_t kScanPadding = 16;

enum ByteClass : std::uint8_t {
  kAlpha = 1,
  kDigit = 2,
  kLabel = 4,      // ASCII of PN_CHARS, and "."
  kIriStop = 8,    // cannot occur in an IRIREF, or ends it
  kTextStop = 16,  // ends the plain part of a string
  kHex = 32,
  kLocalName = 64,  // kLabel, and ":"
};

constexpr std::array<std::uint8_t, 256> make_byte_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    const bool hex = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    const bool iri_stop = c <= ' ' || c == '<' || c == '>' || c == '"' || c == '{' || c == '}' || c == '|' ||
                          c == '^' || c == '`' || c == '\\';
    const bool text_stop = c == '"' || c == '\\' || c == '\n' || c == '\r';
    const bool label = alpha || digit || c == '_' || c == '-' || c == '.';
    classes[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(
        (alpha ? kAlpha : 0) | (digit ? kDigit : 0) | (label ? kLabel : 0) | (iri_stop ? kIriStop : 0) |
        (text_stop ? kTextStop : 0) | (hex ? kHex : 0) | (label || c == ':' ? kLocalName : 0));
  }
  return classes;
}
inline constexpr std::array<std::uint8_t, 256> kByteClasses = make_byte_classes();

constexpr bool is_of(std::uint8_t classes, char c) {
  return (kByteClasses[static_cast<unsigned char>(c)] & classes) != 0;
}
constexpr bool is_alpha(char c) {
  return is_of(kAlpha, c);
}
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
constexpr bool is_digit(char c) {
  return is_of(kDigit, c);
}
constexpr bool is_hex(char c) {
  return is_of(kHex, c);
}
constexpr bool is_alphanumeric(char c) {
  return is_of(kAlpha | kDigit, c);
}
constexpr bool is_iri_stop(char c) {
  return is_of(kIriStop, c);
}

// True if the text from `at` to `end` begins with `token`; false for an empty token.
inline bool begins_with(const char* at, const char* end, std::string_view token) {
  return !token.empty() && token.size() <= static_cast<std::size_t>(end - at) &&
         std::memcmp(at, token.data(), token.size()) == 0;
}

#if defined(__SSSE3__)

// Bits of the 16 bytes that stop an IRI. Two lookups by half-bytes: a byte stops iff the sets of its high and of its
// low half meet. The sets: 1 = 0x00-0x1f, 2 = space and ", 4 = < > \ ^, 8 = `, 16 = { | }.
inline std::uint32_t iri_stops(__m128i bytes) {
  const __m128i by_low =
      _mm_setr_epi8(1 | 2 | 8, 1, 1 | 2, 1, 1, 1, 1, 1, 1, 1, 1, 1 | 16, 1 | 4 | 16, 1 | 16, 1 | 4, 1);
  const __m128i by_high = _mm_setr_epi8(1, 1, 2, 4, 0, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m128i half = _mm_set1_epi8(0x0f);
  const __m128i low = _mm_shuffle_epi8(by_low, _mm_and_si128(bytes, half));
  const __m128i high = _mm_shuffle_epi8(by_high, _mm_and_si128(_mm_srli_epi16(bytes, 4), half));
  const __m128i none = _mm_cmpeq_epi8(_mm_and_si128(low, high), _mm_setzero_si128());
  return ~static_cast<std::uint32_t>(_mm_movemask_epi8(none)) & 0xffff;
}

inline std::uint32_t text_stops(__m128i bytes) {
  const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  const __m128i line_feed = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
  const __m128i carriage_return = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r'));
  return static_cast<std::uint32_t>(
      _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), _mm_or_si128(line_feed, carriage_return))));
}

// Sets a bit of `not_ascii` if a byte of 0x80 or more precedes the byte found.
template <std::uint32_t (*stops)(__m128i)>
inline const char* find_stop(const char* at, std::uint32_t& not_ascii) {
  for (;; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const std::uint32_t found = stops(bytes);
    const auto high = static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
    if (found != 0) {
      not_ascii |= high & (found ^ (found - 1));
      return at + __builtin_ctz(found);
    }
    not_ascii |= high;
  }
}

inline const char* find_iri_stop(const char* at, std::uint32_t& not_ascii) {
  return find_stop<iri_stops>(at, not_ascii);
}
inline const char* find_text_stop(const char* at, std::uint32_t& not_ascii) {
  return find_stop<text_stops>(at, not_ascii);
}

#else

template <std::uint8_t stops>
inline const char* find_stop(const char* at, std::uint32_t& not_ascii) {
  for (; !is_of(stops, *at); ++at) not_ascii |= static_cast<unsigned char>(*at) & 0x80u;
  return at;
}

inline const char* find_iri_stop(const char* at, std::uint32_t& not_ascii) {
  return find_stop<kIriStop>(at, not_ascii);
}
inline const char* find_text_stop(const char* at, std::uint32_t& not_ascii) {
  return find_stop<kTextStop>(at, not_ascii);
}

#endif

}  // namespace quadrille::detail
