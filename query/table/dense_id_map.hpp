#pragma once

// A DenseIdMap numbers the different values of a column if they are dense (RankedBits). The right side of a hash join
// uses these numbers to find its rows. A hash table of the same rows takes as much memory, and scatters rows that are
// neighbours in the table; here neighbours share a word. A missing value is detected without reading the rows.
//
// Local, in the query's arena; other images of the group may read it.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "dictionary/ranked_bits.hpp"
#include "pgas/query_arena.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class DenseIdMap {
 public:
  static constexpr std::size_t kMostRows = std::size_t{1} << 31;
  static constexpr std::size_t kMostWordsARow = 2;  // 16 bytes each
  // Several keys: one is numbered, the others are compared along a chain of rows.
  static constexpr std::size_t kMostRowsAKey = 8;  // average number of rows with one value
  static constexpr std::uint32_t kMostRowsOfOneKey = 64;

  // The least and greatest value of a column in one part.
  struct Range {
    Huri least, most;  // kUnbound and kUnbound if there are no rows
    std::size_t rows = 0;
  };
  static Range range_of(std::span<const Huri> values);
  // True if the map of all parts together is worth its memory. Each part may be a few values that are close together,
  // while the parts are far from each other.
  static bool are_dense(std::span<const Range> parts);

  // The map of the dense column of `keys` (columns of `table`) that has the most different values; with `only`, of
  // that key. nullopt if none is dense, a key is unbound, or one value has too many rows. `look` is called now and
  // then and may throw.
  static std::optional<DenseIdMap> of(const Table& table, std::span<const std::size_t> keys,
                                      std::optional<std::size_t> only, const std::function<void()>& look);
  // A map without rows.
  static DenseIdMap of_nothing(pgas::QueryArena& arena, std::size_t key);
  // Joins the maps of several parts that are dense together and whose values are in different shards. Each part keeps
  // its own numbers.
  static DenseIdMap together(pgas::QueryArena& arena, std::span<const DenseIdMap> parts,
                             const std::function<void()>& look);

  // Index of the numbered key in the list of keys.
  std::size_t key() const { return key_; }
  // Numbers are below size(). For one part.
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
