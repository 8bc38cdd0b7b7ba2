#pragma once

// Readers and writers of integers in byte sequences: little-endian words and LEB128 variable-length numbers.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/assert.hpp"

namespace quadrille {

template <class T>
T load(const void* from) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
void store(void* to, T value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(to, &value, sizeof(T));
}

template <class T>
void append_word(std::string& out, T value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// Takes off the front of `in` a word that append_word wrote.
template <class T>
T take_word(std::string_view& in) {
  QUADRILLE_ASSERT(in.size() >= sizeof(T), "words are read as they were written");
  const T value = load<T>(in.data());
  in.remove_prefix(sizeof(T));
  return value;
}

constexpr std::size_t kMaxVarintBytes = 10;

// Writes `value` at `to`, which has room for kMaxVarintBytes; returns the place after it.
inline unsigned char* put_varint(unsigned char* to, std::uint64_t value) {
  while (value >= 0x80) {
    *to++ = static_cast<unsigned char>(value | 0x80);
    value >>= 7;
  }
  *to++ = static_cast<unsigned char>(value);
  return to;
}

inline void append_varint(std::string& out, std::uint64_t value) {
  unsigned char buffer[kMaxVarintBytes];
  out.append(reinterpret_cast<const char*>(buffer), static_cast<std::size_t>(put_varint(buffer, value) - buffer));
}

// Reads a number that put_varint wrote; `from` moves to its end.
inline std::uint64_t get_varint(const unsigned char*& from) {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint64_t byte = *from++;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace quadrille
