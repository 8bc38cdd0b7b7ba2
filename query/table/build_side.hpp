#pragma once

// The right side of a hash join: its rows and the index on their keys. In a team of one group it may stay in parts:
// each member keeps the rows that it has, and all read each other's rows and indexes where they lie, so that the left
// side need not move. Then a row is in the part of the member that owns the shard of one of its keys.

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
  // A part a member: the owner of the value in the one `by` of `keys` has a row. Collective; the rows stay in the
  // query's arena until it ends.
  static BuildSide in_parts(Context& context, Table rows, const std::vector<std::size_t>& keys, std::size_t by);

  std::size_t parts() const { return indexes_.size(); }
  const Table& table(std::size_t part) const { return tables_[part]; }
  const RowIndex& index(std::size_t part) const { return indexes_[part]; }
  std::span<const RowIndex> indexes() const { return indexes_; }

  // If rows are found by number, in which part, too (else all are by hash): of all parts.
  const std::optional<DenseIdMap>& numbers() const { return parts() > 1 ? numbers_ : indexes_.front().numbers(); }

  // Local. The part in which the partners of each row are, by the column of `rows` with the key that it goes by.
  void find_parts(std::span<const Huri> values, std::vector<std::uint16_t>& parts) const;

 private:
  BuildSide() = default;
  // All parts are indexed alike: by number of `by` where that suits each of them. Collective.
  static std::optional<DenseIdMap> agree_on_numbers(Context& context, const Table& rows,
                                                    const std::vector<std::size_t>& keys, std::size_t by);

  std::deque<Table> tables_;  // which the indexes point to
  std::vector<RowIndex> indexes_;
  std::vector<std::uint16_t> part_of_shard_;  // several parts
  std::optional<DenseIdMap> numbers_;         // likewise
};

}  // namespace quadrille::query
