#include "quadstore/heavy_finder.hpp"

#include <algorithm>
#include <array>

namespace quadrille {

namespace {

template <class Row>
void count(std::span<const Row> rows, std::span<const Huri> objects, const HeavyObjects& wanted,
           std::vector<std::uint64_t>& counts) {
  for (const Row& row : rows) {
    const Huri object = row[index(Position::object)];
    if (!wanted.contains(object)) continue;
    ++counts[static_cast<std::size_t>(std::lower_bound(objects.begin(), objects.end(), object) - objects.begin())];
  }
}

// The predicates of the rows of `object`, and the number of rows of each.
void add_predicates(const RunView& run, View view, Huri object, std::uint64_t HeavyEntry::*rows,
                    std::vector<HeavyEntry>& entries) {
  const RowMask mask = run.mask(view);
  const RowRange range = run.find({object});
  const ColumnIndex column = *column_of(run.permutation(), Position::predicate);
  std::array<Huri, kBlockRows> predicates;
  HeavyEntry entry{object, kUnbound};
  for (std::uint64_t row = range.begin; row < range.end;) {
    const std::size_t count = std::min<std::uint64_t>(range.end - row, kBlockRows);
    run.read(column, {row, row + count}, std::span(predicates).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      if (!mask.shows(row + i)) continue;
      if (predicates[i] != entry.predicate) {
        if (entry.*rows != 0) entries.push_back(entry);
        entry = {object, predicates[i]};
      }
      ++(entry.*rows);
    }
    row += count;
  }
  if (entry.*rows != 0) entries.push_back(entry);
}

}  // namespace

std::vector<std::uint64_t> count_objects(std::span<const TripleRow> triples, std::span<const QuadRow> quads,
                                         std::span<const Huri> objects) {
  std::vector<std::uint64_t> counts(objects.size());
  const HeavyObjects wanted = HeavyObjects::of_objects(objects);
  count(triples, objects, wanted, counts);
  count(quads, objects, wanted, counts);
  return counts;
}

std::vector<HeavyEntry> count_heavy_rows(const RunOf& run_of, View view, std::span<const Huri> heavy) {
  std::vector<HeavyEntry> entries;
  for (const Huri object : heavy) {
    add_predicates(run_of(Permutation::ops), view, object, &HeavyEntry::default_rows, entries);
    add_predicates(run_of(Permutation::opsg), view, object, &HeavyEntry::named_rows, entries);
  }
  return entries;
}

}  // namespace quadrille
