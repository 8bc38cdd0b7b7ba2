#include "query/update/net_changes.hpp"

#include <memory_resource>

#include "quadstore/merge_levels.hpp"

namespace quadrille::query {

namespace {

void add(const DeltaRun& run, Permutation permutation, QuadChanges& changes) {
  for (std::uint32_t entry = 0; entry < run.size(); ++entry) {
    Quad quad{run.column(0)[entry], run.column(1)[entry], run.column(2)[entry]};  // spo, spog
    if (holds_named_graphs(permutation)) quad.graph = run.column(3)[entry];
    const int more = effect(View::stated, run.change(entry));
    if (more != 0) (more < 0 ? changes.deletes : changes.inserts).push_back(quad);
  }
}

}  // namespace

QuadChanges net_changes(const Snapshot& snapshot, ShardSpan shards) {
  QuadChanges changes;
  changes.clears = snapshot.hidden();
  changes.clears_graphs.assign(snapshot.hidden_graphs().begin(), snapshot.hidden_graphs().end());
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    const LevelList levels = snapshot.levels(ShardId{shard});
    if (levels.empty()) continue;
    const DeltaLevelPtr merged = merge_levels(levels.span(), *std::pmr::new_delete_resource());
    if (merged == nullptr) continue;
    for (const Permutation permutation : {Permutation::spo, Permutation::spog}) {
      add(merged->run(permutation), permutation, changes);
    }
  }
  return changes;
}

}  // namespace quadrille::query
