#pragma once

// Numbers the different values of a column of a table, if it is dense (RankedBits): the right side of a hash join finds
// its rows so. A hash table of the same rows takes as much memory, and neighbours in a table of hashes are strangers;
// here they share a word, and a value is known to be there or not without a look at the rows.
//
// Local, in the query's arena; other images of the group may read it.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "pgas/query_arena.hpp"
#include "quadstore/ranked_bits.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class DenseIdMap {
 public:
  static constexpr std::size_t kMostRows = std::size_t{1} << 31;
  static constexpr std::size_t kMostWordsARow = 2;  // 16 bytes each
  // Of several columns: the others are compared, along a chain.
  static constexpr std::size_t kMostRowsAKey = 8;  // that a row shares its value with, itself among them, on average
  static constexpr std::uint32_t kMostRowsOfOneKey = 64;

  // The values of a column of a part.
  struct Range {
    Huri least, most;  // kUnbound and kUnbound if there are no rows
    std::size_t rows = 0;
  };
  static Range range_of(std::span<const Huri> values);
  // Whether numbers of all parts together are worth their memory: each part can be a few values that lie close
  // together, and the parts far from each other.
  static bool are_dense(std::span<const Range> parts);

  // Of that column of `keys` (columns of `table`) that has the most different values and is dense, or of the one
  // `only`, of keys, if it is; nullopt: none is, a key is unbound, or one value has too many rows. `look` is called now
  // and then: it may throw.
  static std::optional<DenseIdMap> of(const Table& table, std::span<const std::size_t> keys,
                                      std::optional<std::size_t> only, const std::function<void()>& look);
  // Of no rows.
  static DenseIdMap of_nothing(pgas::QueryArena& arena, std::size_t key);
  // Of several parts that are dense together, whose values are of different shards: numbers are the parts' own.
  static DenseIdMap together(pgas::QueryArena& arena, std::span<const DenseIdMap> parts,
                             const std::function<void()>& look);

  // Which of the keys it is.
  std::size_t key() const { return key_; }
  // Numbers are below it; of one part.
  std::uint32_t size() const { return size_; }

  const RankedBits& bits() const { return bits_; }

  void free(pgas::QueryArena& arena) { arena.free_span(bits_.words()); }

 private:
  DenseIdMap(pgas::QueryArena& arena, Huri least, Huri most, std::size_t key);
  void add(std::span<const Huri> values, const std::function<void()>& look);
  bool has_few_rows_a_key(pgas::QueryArena& arena, std::span<const Huri> values,
                          const std::function<void()>& look) const;

  RankedBits bits_;
  std::uint32_t size_ = 0;
  std::size_t key_;
};

}  // namespace quadrille::query
