#pragma once

// RowTables are the numbers of rows of a view that a generation keeps beside its runs, and a snapshot with changes in
// memory: the statistics of predicates and the table of heavy objects. A view has tables of its own if the marks of
// some rows hide them from it (ViewTables).
//
//   shard:  TablesOfViews part = count_tables(its runs, heavy objects)
//   all:    add(total, part) for each shard, in any order; then make_tables(total[view], ...) for each view
//
// The heavy objects are the same in all views, because they place rows; a view may have none of their rows.

#include <array>
#include <span>
#include <utility>
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

// The tables of all views of one state.
class ViewTables {
 public:
  ViewTables() = default;
  explicit ViewTables(RowTables all) { set(View::all, std::move(all)); }

  // Gives tables of its own to a view.
  void set(View view, RowTables tables) {
    tables_[index(view)] = std::move(tables);
    has_[index(view)] = true;
  }
  // False for a view that shows all rows, or none.
  bool has(View view) const { return has_[index(view)]; }
  // The view `all` if this one shows all rows, too; else the view itself. So `inferred` without tables shows none.
  View distinct(View view) const { return has(view) || view == View::inferred ? view : View::all; }
  const RowTables& of(View view) const { return tables_[index(distinct(view))]; }

 private:
  std::array<RowTables, kViews> tables_;
  std::array<bool, kViews> has_{};
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
