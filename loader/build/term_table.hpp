#pragma once

// A TermTable holds the distinct terms that one image has read: term -> local id, dense from 0 in order of first
// appearance.
//
//   slots     | tag : 16 | address of the record : 48 |    open addressing, linear; place = the hash's highest bits
//   chunks    records (term_record.hpp), one after the other, in the order of ids
//
// The tag is the 16 lower bits of the hash (32), so a look-up rarely reads a wrong record. A look-up costs two cache
// misses; prefetch_slot() and prefetch_record() hide them in batches. Doubling the slots reads the chunks from front to
// back. Memory: the record (13 bytes and the key) and 13 to 26 bytes of slots a term, all in the arena. Local, one
// thread; the group may read the records while the arena lives.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dictionary/huri.hpp"
#include "loader/build/term_record.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

class TermTable {
 public:
  explicit TermTable(pgas::QueryArena& arena);
  TermTable(const TermTable&) = delete;
  TermTable& operator=(const TermTable&) = delete;

  static std::uint32_t hash(HuriKind kind, std::string_view key);

  // Hints for a following find_or_add() with the same hash.
  void prefetch_slot(std::uint32_t hash) const { __builtin_prefetch(slots_.data() + place(hash)); }
  void prefetch_record(std::uint32_t hash) const;

  // Returns the term's id, a new one at its first appearance. Throws ErrorKind::memory if the heap is full, and
  // ErrorKind::unsupported if there are more than most_terms, or 2,684,354,560, which fill the most slots.
  std::uint32_t find_or_add(std::uint32_t hash, HuriKind kind, std::string_view key);

  std::uint64_t size() const { return terms_; }

  // Frees the memory of the slots. Afterwards only for_each() may be called.
  void close();

  // Calls visit(TermRecord) for every term, in the order of ids.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Chunk& chunk : chunks_) {
      for (const unsigned char* at = chunk.begin; at != chunk.end;) {
        const TermRecord record(at);
        visit(record);
        at += record.size_bytes();
      }
    }
  }

 private:
  struct Chunk {
    unsigned char *begin, *end;  // end: of the filled part
  };

  std::size_t place(std::uint32_t hash) const { return hash >> shift_; }
  static std::uint64_t tag_of(std::uint32_t hash) { return std::uint64_t{hash} << 48; }
  static const unsigned char* address_of(std::uint64_t slot) {
    return reinterpret_cast<const unsigned char*>(slot & ~kTagMask);
  }
  void take_slots(int bits);
  void grow();
  void insert(std::uint32_t hash, const unsigned char* record);
  unsigned char* take(std::size_t bytes);

  static constexpr std::uint64_t kTagMask = ~std::uint64_t{0} << 48;

  pgas::QueryArena& arena_;
  std::span<std::uint64_t> slots_;
  int shift_ = 0;  // 32 - log2(slots)
  std::uint64_t terms_ = 0;
  std::uint64_t most_terms_ = 0;  // with these slots
  std::vector<Chunk> chunks_;
  unsigned char* chunk_limit_ = nullptr;
};

}  // namespace quadrille
