#include "query/table/shard_order.hpp"

#include <vector>

#include "quadstore/sharding.hpp"
#include "query/table/row_limit.hpp"

namespace quadrille::query {

void sort_by_shard(Table& table, std::size_t column, std::uint32_t shards) {
  require_row_numbers(table.rows(), "rows in an ordered scan");
  const std::span<const Huri> keys = std::as_const(table).column(column);
  std::vector<std::uint32_t> starts(shards + 1, 0);
  for (const Huri key : keys) ++starts[index(shard_of(key, shards)) + 1];
  for (std::uint32_t shard = 0; shard < shards; ++shard) starts[shard + 1] += starts[shard];
  std::vector<std::uint32_t> order(table.rows());
  for (std::uint32_t row = 0; row < order.size(); ++row) order[starts[index(shard_of(keys[row], shards))]++] = row;
  Table sorted(table.arena(), table.width());
  sorted.append(table, order);
  table.swap(sorted);
}

}  // namespace quadrille::query
