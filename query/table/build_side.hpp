#pragma once

// A BuildSide holds the right side of a hash join: its rows and the index on their keys. In a team of one group it may
// stay in parts. Each member then keeps the rows that it has, and all members read each other's rows and indexes in
// shared memory, so the left side need not move. A row is in the part of the member that owns the shard of one of its
// keys.

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "query/table/context.hpp"
#include "query/table/row_index.hpp"

namespace quadrille::query {

class BuildSide {
 public:
  // One part: this image's rows. Local.
  BuildSide(Context& context, Table rows, const std::vector<std::size_t>& keys);
  // One part for each member: a row is on the owner of its value of the key `by` (an index into `keys`). Collective.
  // The rows stay in the query's arena until it ends.
  static BuildSide in_parts(Context& context, Table rows, const std::vector<std::size_t>& keys, std::size_t by);

  std::size_t parts() const { return indexes_.size(); }
  const Table& table(std::size_t part) const { return tables_[part]; }
  const RowIndex& index(std::size_t part) const { return indexes_[part]; }
  std::span<const RowIndex> indexes() const { return indexes_; }

  // The dense ids by which rows are found, of all parts together, with the part of each id; nullopt if rows are found
  // by hash.
  const std::optional<DenseIdMap>& dense_ids() const { return parts() > 1 ? dense_ids_ : indexes_.front().dense_ids(); }

  // Local. For each value of the key that the parts are divided by: the part that holds the matching rows.
  void find_parts(std::span<const Huri> values, std::vector<std::uint16_t>& parts) const;

 private:
  BuildSide() = default;
  // Collective. Indexes all parts in the same way: by dense ids of `by` if they suit every part, else by hash.
  static std::optional<DenseIdMap> agree_on_dense_ids(Context& context, const Table& rows,
                                                      const std::vector<std::size_t>& keys, std::size_t by);

  std::deque<Table> tables_;  // the indexes point to these
  std::vector<RowIndex> indexes_;
  std::vector<std::uint16_t> part_of_shard_;  // used if there are several parts
  std::optional<DenseIdMap> dense_ids_;       // used if there are several parts
};

}  // namespace quadrille::query
