#include "query/table/build_side.hpp"

#include <algorithm>

#include "quadstore/sharding.hpp"

namespace quadrille::query {

namespace {

// The data that a member publishes about its part, in its arena.
struct SharedPart {
  std::span<Huri*> columns;
  std::size_t rows;
  RowIndexParts index;
};

}  // namespace

BuildSide::BuildSide(Context& context, Table rows, const std::vector<std::size_t>& keys) {
  tables_.push_back(std::move(rows));
  const auto look = [&context] { context.check(); };
  indexes_.emplace_back(tables_.back(), keys, DenseIdMap::of(tables_.back(), keys, {}, look), look);
}

std::optional<DenseIdMap> BuildSide::agree_on_dense_ids(Context& context, const Table& rows,
                                                        const std::vector<std::size_t>& keys, std::size_t by) {
  if (!DenseIdMap::are_dense(context.team.all_gather(DenseIdMap::range_of(rows.column(keys[by]))))) return std::nullopt;
  std::optional<DenseIdMap> dense_ids = DenseIdMap::of(rows, keys, by, [&context] { context.check(); });
  const bool all = context.team.all(dense_ids.has_value() || rows.empty());
  if (all && !dense_ids) return DenseIdMap::of_nothing(context.arena, by);
  if (!all && dense_ids) dense_ids->free(context.arena);
  return all ? dense_ids : std::nullopt;
}

BuildSide BuildSide::in_parts(Context& context, Table rows, const std::vector<std::size_t>& keys, std::size_t by) {
  const std::span<SharedPart> mine = context.arena.make_span<SharedPart>(1);
  {
    RowIndex index(rows, keys, agree_on_dense_ids(context, rows, keys, by), [&context] { context.check(); });
    const RowIndexParts parts = index.leave_to_arena();
    const std::size_t count = rows.rows();
    const std::vector<Huri*> columns = rows.leave_to_arena();
    const std::span<Huri*> shared = context.arena.make_span<Huri*>(columns.size());
    std::copy(columns.begin(), columns.end(), shared.begin());
    mine[0] = {shared, count, parts};
  }
  BuildSide side;
  side.part_of_shard_.resize(context.data.shards());
  for (std::uint32_t shard = 0; shard < side.part_of_shard_.size(); ++shard) {
    side.part_of_shard_[shard] = static_cast<std::uint16_t>(context.owner(ShardId{shard}));
  }
  for (const SharedPart* part : context.team.all_gather(mine.data())) {
    side.tables_.push_back(Table::view(part->columns, part->rows));
    side.indexes_.emplace_back(side.tables_.back(), keys, part->index);
  }
  if (side.indexes_.front().dense_ids()) {
    std::vector<DenseIdMap> dense_ids;
    for (const RowIndex& index : side.indexes_) dense_ids.push_back(*index.dense_ids());
    side.dense_ids_ = DenseIdMap::together(context.arena, dense_ids, [&context] { context.check(); });
  }
  return side;
}

void BuildSide::find_parts(std::span<const Huri> values, std::vector<std::uint16_t>& parts) const {
  parts.resize(values.size());
  const auto shards = static_cast<std::uint32_t>(part_of_shard_.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    parts[row] = part_of_shard_[quadrille::index(shard_of(values[row], shards))];
  }
}

}  // namespace quadrille::query
