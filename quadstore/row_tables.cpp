#include "quadstore/row_tables.hpp"

#include <algorithm>

namespace quadrille {

namespace {

constexpr std::array kCounted{Permutation::pso,  Permutation::pos, Permutation::psog,
                              Permutation::posg, Permutation::ops, Permutation::opsg};

}  // namespace

TablesOfViews count_tables(const RunOf& run_of, std::span<const Huri> heavy) {
  const HeavyObjects objects = HeavyObjects::of_objects(heavy);
  const auto count = [&](View view) {
    return TableShare{count_statistics(run_of, view, objects), count_heavy_rows(run_of, view, heavy)};
  };
  TablesOfViews tables;
  TableShare& all = tables[index(View::all)] = count(View::all);
  for (const View view : {View::closure, View::stated, View::inferred}) {
    const bool hides = std::any_of(kCounted.begin(), kCounted.end(), [&](Permutation permutation) {
      return !run_of(permutation).mask(view).shows_all();
    });
    tables[index(view)] = hides ? count(view) : all;
  }
  return tables;
}

void add(TablesOfViews& total, const TablesOfViews& part) {
  for (std::size_t view = 0; view < total.size(); ++view) {
    total[view].statistics.add(part[view].statistics);
    total[view].heavy.insert(total[view].heavy.end(), part[view].heavy.begin(), part[view].heavy.end());
  }
}

RowTables make_tables(const TableShare& share, std::span<const HeavyEntry> known) {
  std::vector<HeavyEntry> entries = share.heavy;
  for (const HeavyEntry& entry : known) entries.push_back({entry.object, entry.predicate});
  RowTables tables{share.statistics, HeavyObjects(std::move(entries))};
  tables.statistics.add_heavy(tables.heavy);
  return tables;
}

}  // namespace quadrille
