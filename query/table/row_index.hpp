#pragma once

// A RowIndex finds the rows of a table by the values of some of its columns. Rows of one key form a chain. Local. Rows
// with an unbound key are not found. The table must not change while the index is used. Chains are found in one of two
// ways:
//
//   by hash                                   of all keys together
//     marks   | byte | byte | ...     by slot: a bit for each row there, chosen by its hash
//     heads   | row  | row  | ...     by slot: the first row of the chain
//
//   by number                                 of one key, if it is dense (DenseIdMap); the others are compared
//     heads   | row  | row  | ...     by number: the first row of the chain, and a bit if it has more
//
//   nexts     | row  | row  | ...     by row: the next of the chain; not there if no two rows have one number
//
// By hash, most rows without a partner stop at the mark: a table of a million rows has 2 MB of marks, but 8 MB or more
// of heads and keys. By number, lookups in an order similar to that of the rows find their data in the caches.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "query/table/dense_id_map.hpp"
#include "query/table/row_limit.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// A hash of several HURIs; equal rows have equal hashes on every image.
constexpr std::uint64_t mix_hash(std::uint64_t seed, Huri huri) {
  std::uint64_t hash = (seed ^ huri.bits()) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}
// The member of a team, by such a hash.
constexpr std::size_t member_of(std::uint64_t hash, std::size_t members) {
  return ((hash >> 32) * members) >> 32;
}

// The parts of an index, in shared memory.
struct RowIndexParts {
  std::optional<DenseIdMap> dense_ids;
  std::uint64_t mask = 0;
  std::span<std::uint8_t> marks;
  std::span<std::uint32_t> heads, nexts;

  void free(pgas::QueryArena& arena);
};

class RowIndex {
 public:
  // `keys` are column numbers of `table`; without keys every row is found. `dense_ids` maps the rows' keys and becomes
  // the index's own; nullopt: by hash. `look` is called now and then and may throw.
  RowIndex(const Table& table, std::vector<std::size_t> keys, std::optional<DenseIdMap> dense_ids,
           const std::function<void()>& look);
  // Uses parts of another owner.
  RowIndex(const Table& table, std::vector<std::size_t> keys, const RowIndexParts& parts);
  ~RowIndex();
  RowIndex(RowIndex&& other) noexcept;
  RowIndex& operator=(RowIndex&&) = delete;

  // True if two rows may have the same key.
  bool may_have_more() const { return keys_.empty() || !parts_.nexts.empty(); }
  // The next row after `row` whose key is `values`; rows ascend.
  std::uint32_t next_row(std::uint32_t row, std::span<const Huri> values) const;

  // nullopt: rows are found by hash.
  const std::optional<DenseIdMap>& dense_ids() const { return parts_.dense_ids; }
  const Table& table() const { return *table_; }
  // Hands the parts over to the table's arena: they stay until it ends, not only as long as this index, which still
  // uses them.
  const RowIndexParts& leave_to_arena();

 private:
  friend class FirstRows;
  static constexpr std::uint8_t mark_of(std::uint64_t hash) { return static_cast<std::uint8_t>(1u << (hash >> 61)); }
  std::uint64_t slot_of(std::uint64_t hash) const { return (hash ^ (hash >> 32)) & parts_.mask; }
  bool equals(std::uint32_t row, std::span<const Huri> values) const;
  // True if all rows of a chain have the same key.
  bool is_exact() const { return parts_.dense_ids && keys_.size() == 1; }
  void add_hashed(std::size_t begin, std::size_t end);
  void add_numbered(std::size_t begin, std::size_t end);
  static constexpr std::uint32_t kHasMore = std::uint32_t{1} << 31;  // flag in heads found by number

  const Table* table_;
  std::vector<std::size_t> keys_;
  RowIndexParts parts_;
  bool owns_ = false;
};

}  // namespace quadrille::query
