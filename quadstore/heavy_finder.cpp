#include "quadstore/heavy_finder.hpp"

#include <algorithm>
#include <array>
#include <random>

namespace quadrille {

namespace {

constexpr std::uint64_t kSampleRows = 1 << 20;

// Appends the objects of rows at random distances, `stride` on average: a fixed one could beat in time with the data.
template <class Row>
void sample(std::span<const Row> rows, std::uint64_t stride, std::minstd_rand& random, std::vector<Huri>& objects) {
  for (std::uint64_t at = random() % stride; at < rows.size(); at += 1 + random() % (2 * stride - 1)) {
    objects.push_back(rows[at][index(Position::object)]);
  }
}

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
void add_predicates(const RunView& run, Huri object, std::uint64_t HeavyEntry::*rows,
                    std::vector<HeavyEntry>& entries) {
  const RowRange range = run.find({object});
  const ColumnIndex column = *column_of(run.permutation(), Position::predicate);
  std::array<Huri, kBlockRows> predicates;
  HeavyEntry entry{object, kUnbound};
  for (std::uint64_t row = range.begin; row < range.end;) {
    const std::size_t count = std::min<std::uint64_t>(range.end - row, kBlockRows);
    run.read(column, {row, row + count}, std::span(predicates).first(count));
    for (std::size_t i = 0; i < count; ++i) {
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

std::vector<Huri> heavy_candidates(std::span<const TripleRow> triples, std::span<const QuadRow> quads,
                                   std::uint32_t images) {
  const std::uint64_t stride = std::max<std::uint64_t>(1, (triples.size() + quads.size()) / kSampleRows);
  std::minstd_rand random(12345);
  std::vector<Huri> objects, candidates;
  sample(triples, stride, random, objects);
  sample(quads, stride, random, objects);
  std::sort(objects.begin(), objects.end());
  // Half the share is enough for a candidate, as a sample may be unlucky.
  const std::uint64_t enough = HeavyObjects::threshold(objects.size(), images) / 2;
  for (auto begin = objects.begin(); begin != objects.end();) {
    const auto end = std::upper_bound(begin, objects.end(), *begin);
    if (static_cast<std::uint64_t>(end - begin) > enough) candidates.push_back(*begin);
    begin = end;
  }
  return candidates;
}

std::vector<std::uint64_t> count_objects(std::span<const TripleRow> triples, std::span<const QuadRow> quads,
                                         std::span<const Huri> objects) {
  std::vector<std::uint64_t> counts(objects.size());
  const HeavyObjects wanted = HeavyObjects::of_objects(objects);
  count(triples, objects, wanted, counts);
  count(quads, objects, wanted, counts);
  return counts;
}

std::vector<HeavyEntry> count_heavy_rows(const RunOf& run_of, std::span<const Huri> heavy) {
  std::vector<HeavyEntry> entries;
  for (const Huri object : heavy) {
    add_predicates(run_of(Permutation::ops), object, &HeavyEntry::default_rows, entries);
    add_predicates(run_of(Permutation::opsg), object, &HeavyEntry::named_rows, entries);
  }
  return entries;
}

}  // namespace quadrille
