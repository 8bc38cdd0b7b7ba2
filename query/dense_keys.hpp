#pragma once

// Numbers the different values of a column by their order, where many of all values between the least and the greatest
// are there: ids of the vocabulary do, since terms that are used alike have names alike. A bit for each possible value,
// and beside 64 of them how many there are below:
//
//   word 0  | bits 0 1 1 0 ... | before 0 | part |      values first + 1, first + 2 ...  ->  0, 1 ...
//   word 1  | bits 1 0 0 1 ... | before 2 | part |      values first + 64, first + 67    ->  2, 3
//
// A hash table of the same rows takes as much memory, and neighbours in a table of hashes are strangers; here they
// share a word, and a value is known to be there or not without a look at the rows. Words are those of kShardGrainBits,
// so all values of a word are of one shard, and what several images have numbered fits into one table that says whose
// number it is. Local, in the query's arena; other images of the group may read it. Cost: a nanosecond or two a number
// where values come near to each other. Source: bits with ranks, G. Jacobson, Space-efficient static trees and graphs,
// FOCS 1989.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "pgas/query_arena.hpp"
#include "query/table.hpp"

namespace quadrille::query {

class DenseKeys {
 public:
  static constexpr std::size_t kMostRows = std::size_t{1} << 31;
  static constexpr std::size_t kMostWordsARow = 2;  // 16 bytes each
  // Of several columns: the others are compared, along a chain.
  static constexpr std::size_t kMostRowsAKey = 8;  // that a row shares its value with, itself among them, on average
  static constexpr std::uint32_t kMostRowsOfOneKey = 64;

  struct Word {
    std::uint64_t bits;
    std::uint32_t before, part;
  };
  // A value that is there: its number, in which part.
  struct Place {
    bool is_there;
    std::uint32_t number, part;  // 0 and any, if it is not
  };

  // Of that column of `keys` (columns of `table`) that has the most different values and is dense, or of the one
  // `only`, of keys, if it is; nullopt: none is, a key is unbound, or one value has too many rows. `look` is called now
  // and then: it may throw.
  static std::optional<DenseKeys> of(const Table& table, std::span<const std::size_t> keys,
                                     std::optional<std::size_t> only, const std::function<void()>& look);
  // Of no rows.
  static DenseKeys of_nothing(pgas::QueryArena& arena, std::size_t key);
  // Of several parts, whose values are of different shards: numbers are the parts' own.
  static DenseKeys together(pgas::QueryArena& arena, std::span<const DenseKeys> parts);

  // Which of the keys it is.
  std::size_t key() const { return key_; }
  // Numbers are below it; of one part.
  std::uint32_t size() const { return size_; }

  Place find(Huri value) const {
    const std::uint64_t place = value.bits() - first_;  // what is below comes out far above
    const Word& word = words_[word_of(value)];
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    const bool is_there = (word.bits & bit) != 0 && place / 64 < words_.size();
    const std::uint32_t number = word.before + static_cast<std::uint32_t>(std::popcount(word.bits & (bit - 1)));
    return {is_there, is_there ? number : 0, word.part};
  }
  // Ahead of find().
  void prefetch(Huri value) const { __builtin_prefetch(words_.data() + word_of(value)); }

  void free(pgas::QueryArena& arena) { arena.free_span(words_); }

 private:
  DenseKeys(pgas::QueryArena& arena, Huri least, Huri most, std::size_t key);
  void add(std::span<const Huri> values, const std::function<void()>& look);
  bool has_few_rows_a_key(pgas::QueryArena& arena, std::span<const Huri> values,
                          const std::function<void()>& look) const;
  std::uint64_t word_of(Huri value) const { return std::min((value.bits() - first_) / 64, words_.size() - 1); }

  std::uint64_t first_;  // a multiple of 64
  std::span<Word> words_;
  std::uint32_t size_ = 0;
  std::size_t key_;
};
static_assert(sizeof(DenseKeys::Word) == 16);

}  // namespace quadrille::query
