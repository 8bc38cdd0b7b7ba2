#include "quadstore/membership.hpp"

#include <cstddef>
#include <optional>

#include "quadstore/run_searcher.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kFewQuads = 4;  // for so few a searcher does not pay

QuadPrefix row_of(const Quad& quad) {
  QuadPrefix row{quad.subject, quad.predicate, quad.object};
  if (quad.graph != kDefaultGraph) row.push_back(quad.graph);
  return row;
}

// Calls use(number, run, base, row) for each quad: its row, and the base's rows that equal it.
template <class Use>
void for_each_found(const Snapshot& snapshot, std::span<const Quad> quads, const Use& use) {
  std::optional<RunSearcher> searcher;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const Quad& quad = quads[i];
    const MergedRun run = snapshot.run(by_subject(table_of(quad)), shard_of(quad.subject, snapshot.shards()));
    const QuadPrefix row = row_of(quad);
    if (quads.size() <= kFewQuads) {
      use(i, run, run.base().find(row), row);
      continue;
    }
    if (!searcher || &searcher->run() != &run.base()) searcher.emplace(run.base());
    use(i, run, searcher->find(row), row);
  }
}

}  // namespace

std::vector<bool> contains(const Snapshot& snapshot, std::span<const Quad> quads) {
  std::vector<bool> found(quads.size());
  for_each_found(snapshot, quads, [&](std::size_t i, const MergedRun& run, RowRange base, const QuadPrefix& row) {
    found[i] = run.count_at(base, row) != 0;
  });
  return found;
}

std::vector<Marks> marks_of(const Snapshot& snapshot, std::span<const Quad> quads) {
  std::vector<Marks> marks(quads.size());
  for_each_found(snapshot, quads, [&](std::size_t i, const MergedRun& run, RowRange base, const QuadPrefix& row) {
    marks[i] = run.marks_at(base, row);
  });
  return marks;
}

}  // namespace quadrille
