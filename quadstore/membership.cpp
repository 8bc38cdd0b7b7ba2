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

}  // namespace

std::vector<bool> contains(const Snapshot& snapshot, std::span<const Quad> quads) {
  std::vector<bool> found(quads.size());
  std::optional<RunSearcher> searcher;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const Quad& quad = quads[i];
    const Permutation permutation = quad.graph == kDefaultGraph ? Permutation::spo : Permutation::spog;
    const MergedRun run = snapshot.run(permutation, shard_of(quad.subject, snapshot.shards()));
    const QuadPrefix row = row_of(quad);
    if (quads.size() <= kFewQuads) {
      found[i] = run.count(row) != 0;
      continue;
    }
    if (!searcher || &searcher->run() != &run.base()) searcher.emplace(run.base());
    found[i] = run.count_at(searcher->find(row), row) != 0;
  }
  return found;
}

}  // namespace quadrille
