#pragma once

// Bringing rows into shard order: by shard of one column, rows of a shard staying in the order they had.

#include <cstddef>
#include <cstdint>

#include "query/table/table.hpp"

namespace quadrille::query {

// Local. A stable counting sort by the shard of `column`; linear. Rows sorted by `column` come out in shard order.
void sort_by_shard(Table& table, std::size_t column, std::uint32_t shards);

}  // namespace quadrille::query
