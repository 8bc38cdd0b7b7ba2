#pragma once

// A DatasetState is a state of the data as its writer holds it: the levels of this image's own shards, and the
// snapshot of queries, of one version. It is a value: the next state shares everything that an operation has not
// changed, so an abandoned operation leaves nothing.

#include <functional>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/delta_state.hpp"
#include "quadstore/snapshot.hpp"
#include "quadstore/statistics_change.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// What the closure of a database with rules keeps for the next change (closure.hpp).
class ClosureState {
 public:
  virtual ~ClosureState() = default;
};

struct Unclosed;

struct DatasetState {
  // The base alone, which contains everything up to `version`.
  explicit DatasetState(const Generation& generation, std::uint64_t version = 0)
      : snapshot(generation, version, nullptr) {}
  DatasetState(DeltaState its_levels, Snapshot its_snapshot)
      : levels(std::move(its_levels)), snapshot(std::move(its_snapshot)) {}

  DeltaState levels;
  Snapshot snapshot;
  // On an image with a whole view, in a job of several groups: the state over all shards, as this image reads it alone.
  std::shared_ptr<const DatasetState> whole;
  // Of a database with rules; nullptr on all images if nothing is kept.
  std::shared_ptr<const ClosureState> closure;
  // Likewise, if its closure is not that of its stated quads; else nullptr.
  std::shared_ptr<const Unclosed> unclosed;
};

// The last state whose closure was right, and what has changed in stated quads since.
struct Unclosed {
  static constexpr std::size_t kMost = 1'000'000;

  DatasetState before;
  std::vector<MarkedQuad> changes;  // of this image's own subjects, in their order; a quad may change several times
  bool is_complete = true;          // false: they were more than kMost, and some are left out
};

// Local. The same state under other rules: its closure must be computed.
DatasetState under_other_rules(const DatasetState& state);

// Local. What is not closed in the state after these changes of stated quads.
std::shared_ptr<const Unclosed> unclosed_after(const DatasetState& before, std::span<const MarkedQuad> changes);

using DatasetStatePtr = std::shared_ptr<const DatasetState>;

// Local. Those of these graphs that hold a quad; the same on all images.
GraphKinds non_empty(const Snapshot& snapshot, GraphKinds graphs);

// Called now and then during long work with the share that is done, 0 to 1; may throw.
using ShareWatch = std::function<void(double share)>;

// Local. The effective changes among the requested ones of this image's own subjects, which are in OwnerOrder.
QuadChanges effective(QuadChanges asked, const Snapshot& snapshot, const ShareWatch& watch = {});

// Collective over all images. The state with effective changes, each image's of its own subjects; `version` is its
// number. One exchange sends the rows to the owners of their objects. Levels are made in `memory`, which the whole
// group maps, and published to the group with the change of the statistics (one gather). If no image has a change, the
// result is the state before, under another number.
//
// `marks_rows`: the same on all images; the changes are `marked`. One more exchange.
//
// Cleared graphs are not scanned: the base is hidden, as a whole or, if other named graphs stay, row by row in a
// bitmap (hidden_rows.hpp), and levels are copied without the graphs. Named graphs that are small compared with the
// others are deleted quad by quad instead.
DatasetState next_state(pgas::Team& team, pgas::QueryArena& arena, const DatasetState& before, const QuadChanges& mine,
                        std::uint64_t version, std::pmr::memory_resource& memory, const ShareWatch& watch = {},
                        bool marks_rows = false);

struct CountedState {
  DatasetState state;
  StatisticsChange statistics;  // from the state before
};

// Collective in each group, outside Team::run(). The same for few changes that every image has all of, in OwnerOrder,
// without a cleared graph: nothing is exchanged. `statistics`: of all changes; nullptr in a team of one group, which
// counts them. `mine`: the outcome of this image's steps before. If an image of the group has failed, before or in
// here, all of the group throw its error.
CountedState next_state_in_group(pgas::Team& team, const DatasetState& before, const QuadChanges& all,
                                 const StatisticsChange* statistics, std::uint64_t version,
                                 std::pmr::memory_resource& memory, const pgas::Outcome& mine);

}  // namespace quadrille::query
