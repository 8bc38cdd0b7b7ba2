#pragma once

// SharedBytes holds bytes that other images may read, written one after another; clear() reuses the memory. It grows
// by doubling, which moves its contents.
//
// Local; in the memory of a query. Others may read it until the owner writes again.

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "base/term.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

class SharedBytes {
 public:
  explicit SharedBytes(pgas::QueryArena& arena) : arena_(arena) {}
  ~SharedBytes() { arena_.free_span(words_); }
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;

  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  // Valid until the next append.
  std::span<const std::byte> bytes() const { return room().first(size_); }

  // Appends `bytes` uninitialized bytes and returns their address.
  std::byte* grow(std::size_t bytes) {
    if (words_.size_bytes() - size_ < bytes) {
      const std::span<Word> larger = arena_.make_span<Word>(round_up((size_ + bytes) * 2, 4096) / sizeof(Word));
      copy_bytes(larger.data(), words_.data(), size_);
      arena_.free_span(words_);
      words_ = larger;
    }
    std::byte* const place = room().data() + size_;
    size_ += bytes;
    return place;
  }

  template <class T>
  void append(std::span<const T> values) {
    copy_bytes(grow(values.size_bytes()), values.data(), values.size_bytes());
  }
  void append_number(std::uint64_t value) {
    auto* const begin = reinterpret_cast<unsigned char*>(grow(kMaxVarintBytes));
    size_ -= kMaxVarintBytes - static_cast<std::size_t>(put_varint(begin, value) - begin);
  }
  void append_text(std::string_view text) {
    append_number(text.size());
    append(std::span(text));
  }
  //   | kind : 1 | text | for literals: datatype | language |        texts: bytes as a varint, then they themselves
  void append_term(TermView term) {
    *grow(1) = static_cast<std::byte>(term.kind);
    append_text(term.text);
    if (term.kind != TermKind::literal) return;
    append_text(term.datatype);
    append_text(term.language);
  }

 private:
  using Word = std::uint64_t;  // so that HURIs are aligned
  std::span<std::byte> room() const { return std::as_writable_bytes(words_); }

  pgas::QueryArena& arena_;
  std::span<Word> words_;
  std::size_t size_ = 0;
};

// Reads the output of append_text and append_term, as views; `from` moves past it.
inline std::string_view read_shared_text(const unsigned char*& from) {
  const auto bytes = static_cast<std::size_t>(get_varint(from));
  const std::string_view text(reinterpret_cast<const char*>(from), bytes);
  from += bytes;
  return text;
}
inline TermView read_shared_term(const unsigned char*& from) {
  TermView term;
  term.kind = static_cast<TermKind>(*from++);
  term.text = read_shared_text(from);
  if (term.kind != TermKind::literal) return term;
  term.datatype = read_shared_text(from);
  term.language = read_shared_text(from);
  return term;
}

}  // namespace quadrille
