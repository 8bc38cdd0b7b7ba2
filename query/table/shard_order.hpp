#pragma once

// sort_by_shard() brings rows into shard order: sorted by the shard of one column, stable within a shard.

#include <cstddef>
#include <cstdint>

#include "query/table/table.hpp"

namespace quadrille::query {

// Local. A stable counting sort by the shard of `column`; linear. Rows sorted by `column` become shard ordered.
void sort_by_shard(Table& table, std::size_t column, std::uint32_t shards);

}  // namespace quadrille::query
