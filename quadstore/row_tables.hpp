#pragma once

// RowTables are the numbers of rows of a view that a generation keeps beside its runs: the statistics of predicates and
// the table of heavy objects. A view has tables of its own if the marks of some rows hide them from it.
//
//   shard:  TablesOfViews part = count_tables(its runs, heavy objects)
//   all:    add(total, part) for each shard, in any order; then make_tables(total[view], ...) for each view
//
// The heavy objects are the same in all views, because they place rows; a view may have none of their rows.

#include <array>
#include <span>
#include <vector>

#include "quadstore/heavy_finder.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

struct RowTables {
  Statistics statistics;
  HeavyObjects heavy;
};

// The share of some shards in the tables of a view.
struct TableShare {
  Statistics statistics;
  std::vector<HeavyEntry> heavy;
};
using TablesOfViews = std::array<TableShare, kViews>;

// Local. One shard's share, by view. Reads the rows once for each view that hides some of them.
TablesOfViews count_tables(const RunOf& run_of, std::span<const Huri> heavy);

void add(TablesOfViews& total, const TablesOfViews& part);

// `share`: of all shards. `known`: entries of heavy objects that the table has even if the view has no row of them.
RowTables make_tables(const TableShare& share, std::span<const HeavyEntry> known);

}  // namespace quadrille
