#pragma once

// A TermRecord is a term of the build, in memory that the other images read in place:
//
//   | hash : 4 | id : 4 | bytes : 4 | kind : 1 | key : bytes - 1 |       not aligned
//
// "Text" means kind and key together: memcmp of texts is the order of terms, kinds first (dictionary/term_key.hpp).
// The key of a blank node is its scope, the number of its file, and its label:
//
//   | file : 4, high byte first | label |

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "base/limit.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

// The most ids of an image, and the most terms of a range that images own (places): numbers of 32 bits.
inline Limit most_terms("terms", ~std::uint32_t{0});

class TermRecord {
 public:
  static constexpr std::size_t kHeaderBytes = 12;

  TermRecord() = default;
  explicit TermRecord(const unsigned char* at) : at_(at) {}

  static std::size_t size_bytes(std::size_t key_bytes) { return kHeaderBytes + 1 + key_bytes; }
  static void write(unsigned char* to, std::uint32_t hash, std::uint32_t id, HuriKind kind, std::string_view key) {
    store(to, hash);
    store(to + 4, id);
    store(to + 8, static_cast<std::uint32_t>(1 + key.size()));
    to[kHeaderBytes] = static_cast<unsigned char>(kind);
    copy_bytes(to + kHeaderBytes + 1, key.data(), key.size());
  }

  // Writes a record without hash and id. Returns the place of its text.
  static char* write_header(unsigned char* to, std::size_t text_bytes) {
    std::memset(to, 0, 8);
    store(to + 8, static_cast<std::uint32_t>(text_bytes));
    return reinterpret_cast<char*>(to + kHeaderBytes);
  }

  const unsigned char* address() const { return at_; }
  std::uint32_t hash() const { return load<std::uint32_t>(at_); }
  std::uint32_t id() const { return load<std::uint32_t>(at_ + 4); }
  std::size_t text_bytes() const { return load<std::uint32_t>(at_ + 8); }
  HuriKind kind() const { return static_cast<HuriKind>(at_[kHeaderBytes]); }
  std::string_view text() const { return {reinterpret_cast<const char*>(at_ + kHeaderBytes), text_bytes()}; }
  std::string_view key() const { return text().substr(1); }
  std::size_t size_bytes() const { return kHeaderBytes + text_bytes(); }

 private:
  const unsigned char* at_ = nullptr;
};

inline std::string_view blank_key(std::uint32_t file, std::string_view label, std::string& buffer) {
  buffer.clear();
  for (int shift = 24; shift >= 0; shift -= 8) buffer += static_cast<char>(file >> shift & 0xff);
  buffer += label;
  return buffer;
}

// The label of a blank node that has this key, among those of all files.
inline std::string read_label(std::string_view key) {
  std::uint32_t file = 0;
  for (const char byte : key.substr(0, 4)) file = file << 8 | static_cast<unsigned char>(byte);
  return "f" + std::to_string(file) + "x" + std::string(key.substr(4));
}

}  // namespace quadrille
