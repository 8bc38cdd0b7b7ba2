#pragma once

// A ByteSet holds the bytes that must be escaped in some syntax, with a fast search for the first of them in a text.
// Writers copy the stretches between two such bytes at once; most terms have none.
//
// Sixteen bytes are tested in one step: every high half-byte that occurs in the set has one bit of eight. `high_` maps
// a high half-byte to its bit, `low_` a low half-byte to the bits of those high halves with which it forms a member. A
// byte is a member iff both have a bit in common. So a set may use eight different high halves; this is checked when
// the set is made, at compile time.
// Source: the character classification of Langdale, Lemire, "Parsing Gigabytes of JSON per Second" (2019), 3.1.2.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

namespace quadrille {

class ByteSet {
 public:
  // The bytes of `members`, and those from `first` to `last`.
  consteval explicit ByteSet(std::string_view members, unsigned first = 1, unsigned last = 0) {
    for (const char member : members) add(static_cast<unsigned char>(member));
    for (unsigned byte = first; byte <= last; ++byte) add(static_cast<unsigned char>(byte));
  }

  constexpr bool contains(char byte) const {
    const auto value = static_cast<unsigned char>(byte);
    return (high_[value >> 4] & low_[value & 15]) != 0;
  }

  // The place of the first member in `text` from `from` on; text.size() if there is none.
  std::size_t find(std::string_view text, std::size_t from = 0) const {
#ifdef __SSSE3__
    for (; from + 16 <= text.size(); from += 16) {
      const unsigned members = members_at(text.data() + from);
      if (members != 0) return from + static_cast<std::size_t>(std::countr_zero(members));
    }
    if (text.size() >= 16 && from < text.size()) {  // the last sixteen bytes, without those before `from`
      const unsigned members = members_at(text.data() + text.size() - 16) >> (16 - (text.size() - from));
      return members != 0 ? from + static_cast<std::size_t>(std::countr_zero(members)) : text.size();
    }
#endif
    while (from < text.size() && !contains(text[from])) ++from;
    return from;
  }

  // The same for a text after which kWideBytes more bytes can be read, whatever they are.
  std::size_t find_wide(std::string_view text, std::size_t from = 0) const {
#ifdef __SSSE3__
    for (; from < text.size(); from += 16) {
      const unsigned members = members_at(text.data() + from);
      if (members != 0) return std::min(text.size(), from + static_cast<std::size_t>(std::countr_zero(members)));
    }
    return text.size();
#else
    return find(text, from);
#endif
  }

 private:
#ifdef __SSSE3__
  // The members among the sixteen bytes at `at`, as bits.
  unsigned members_at(const char* at) const {
    const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(high_.data()));
    const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(low_.data()));
    const __m128i half = _mm_set1_epi8(15);
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i high_bits = _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(bytes, 4), half));
    const __m128i low_bits = _mm_shuffle_epi8(low, _mm_and_si128(bytes, half));
    const __m128i others = _mm_cmpeq_epi8(_mm_and_si128(high_bits, low_bits), _mm_setzero_si128());
    return static_cast<unsigned>(_mm_movemask_epi8(others)) ^ 0xffffu;
  }
#endif

  consteval void add(unsigned char byte) {
    std::uint8_t& bit = high_[byte >> 4];
    if (bit == 0) {
      if (high_halves_ == 8) throw "a ByteSet has at most eight different high half-bytes";
      bit = static_cast<std::uint8_t>(1u << high_halves_++);
    }
    low_[byte & 15] = static_cast<std::uint8_t>(low_[byte & 15] | bit);
  }

  std::array<std::uint8_t, 16> high_{};
  std::array<std::uint8_t, 16> low_{};
  int high_halves_ = 0;
};

// Appends `text`, with every member of `special` replaced by the output of `escape(out, rest)`. `rest` begins with the
// member; escape returns the number of its bytes that it has handled, at least one.
template <class Escape>
void append_escaped(std::string& out, std::string_view text, const ByteSet& special, Escape escape) {
  for (std::size_t done = 0;;) {
    const std::size_t at = special.find(text, done);
    out.append(text.data() + done, at - done);
    if (at == text.size()) return;
    done = at + escape(out, text.substr(at));
  }
}

}  // namespace quadrille
