#pragma once

// A Snapshot is the state of the data that a query sees from its start to its end: a generation's base, and the levels
// (changes) of one version, in one view (marks.hpp). Version 0 is the base alone.
//
// Local: any thread may read the shards that are open here. In a job of one group these are all shards; in a job of
// several they are the shards of the group's own images, and operators request rows of other shards from their owners.
// is_whole() distinguishes the two cases: it is the same on all images, and so are statistics and heavy objects.
//
// A snapshot is a value: a copy shares everything. It keeps its tables alive, but not the generation or the levels;
// their owners keep those as long as a query has pinned the version.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "quadstore/delta_level.hpp"
#include "quadstore/equal_terms.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/graph_kinds.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/merged_run.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/row_tables.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

// The changes of one version.
struct SnapshotDelta {
  std::vector<LevelList> levels;  // by shard, of all shards; empty for those that are not open here
  ViewTables tables;              // of base and changes, of all shards: the same on all images
  // Likewise. Graphs that have been cleared: their rows in the base are hidden, and the levels refer to empty runs.
  GraphKinds hidden;
  // Likewise. Named graphs whose rows in the base are hidden by their shards' HiddenRows; ascending.
  std::vector<Huri> hidden_graphs = {};
};

class Snapshot {
 public:
  // The base alone. The generation outlives the snapshot.
  explicit Snapshot(const Generation& generation) : generation_(&generation) {}
  Snapshot(const Generation& generation, std::uint64_t version, std::shared_ptr<const SnapshotDelta> delta)
      : generation_(&generation), version_(version), delta_(std::move(delta)) {}

  // The same state in another view. A view that shows all rows of base and changes becomes the view `all`.
  Snapshot in(View view) const {
    Snapshot other = *this;
    other.view_ = tables().distinct(view);
    other.shows_classes_ = view == View::closure || view == View::inferred;
    other.hides_stated_ = false;
    return other;
  }
  // The same state for readers of what a view means (meant_terms.hpp). With classes, a row of the default graph may
  // stand for stated quads and for others: then the view `inferred` shows all rows of that graph's closure, and its
  // readers leave out the quads that are stated.
  Snapshot to_read(View view) const {
    if (view != View::inferred || !equal_ || equal_->empty()) return in(view);
    Snapshot other = in(View::closure);
    other.hides_stated_ = true;
    return other;
  }
  bool hides_stated() const { return hides_stated_; }
  View view() const { return view_; }
  // The view of the base for one of its runs: `all` if the view hides no row of the base. What is cached for a
  // generation is kept by it.
  View base_view(Permutation permutation) const { return generation_->distinct(view_of(permutation)); }

  const Generation& generation() const { return *generation_; }
  std::uint64_t version() const { return version_; }
  // True if there are levels on the base that the view may show; the same on all images.
  bool has_changes() const { return has_changes(view_); }

  bool is_whole() const { return generation_->is_whole(); }
  bool is_open(ShardId shard) const { return generation_->is_open(shard); }
  std::uint32_t shards() const { return generation_->shards(); }

  // The rows of an opened shard in one permutation.
  MergedRun run(Permutation permutation, ShardId shard) const {
    const View view = view_of(permutation);
    if (!has_changes(view)) return {generation_->run(permutation, shard), nullptr, view};
    return {base(permutation, shard), &delta_->levels[index(shard)], view, hidden().holds(permutation)};
  }

  // The classes by whose representatives the view's rows are stored; nullptr: rows mean themselves.
  const EqualTerms* equal_terms() const { return shows_classes_ ? equal_.get() : nullptr; }
  const std::shared_ptr<const EqualTerms>& shared_equal_terms() const { return equal_; }
  // The same state with these classes, which its rows have (E1 to E3); nullptr: it has none.
  Snapshot with(std::shared_ptr<const EqualTerms> equal) const {
    Snapshot other = *this;
    other.equal_ = std::move(equal);
    return other;
  }

  // The graphs whose rows in the base are hidden.
  GraphKinds hidden() const { return delta_ ? delta_->hidden : GraphKinds(); }
  std::span<const Huri> hidden_graphs() const { return delta_ ? delta_->hidden_graphs : std::span<const Huri>(); }
  // The run that the levels of an opened shard refer to: the base's, or an empty one if the base is hidden.
  const RunView& base(Permutation permutation, ShardId shard) const {
    return hidden().holds(permutation) ? empty_run(permutation) : generation_->run(permutation, shard);
  }
  // True if an opened shard has no changes.
  bool is_base(ShardId shard) const { return !hidden().any() && levels(shard).empty(); }

  // The levels of a shard for this image; empty if it is not open here.
  LevelList levels(ShardId shard) const { return delta_ ? delta_->levels[index(shard)] : LevelList(); }

  // Of all views.
  const ViewTables& tables() const { return delta_ ? delta_->tables : generation_->tables(); }
  // The heavy objects do not change as long as the generation lives; their predicates are those of base and changes.
  const HeavyObjects& heavy_objects() const { return tables().of(view_).heavy; }
  const Statistics& statistics() const { return tables().of(view_).statistics; }

 private:
  bool has_changes(View view) const { return delta_ != nullptr && (view == View::all || delta_->tables.has(view)); }
  View view_of(Permutation permutation) const {
    if (table_of(permutation) == QuadTable::triple_terms) return View::all;
    return hides_stated_ && holds_named_graphs(permutation) ? tables().distinct(View::inferred) : view_;
  }

  const Generation* generation_;
  std::uint64_t version_ = 0;
  View view_ = View::all;
  std::shared_ptr<const SnapshotDelta> delta_;
  std::shared_ptr<const EqualTerms> equal_;
  bool shows_classes_ = false;
  bool hides_stated_ = false;
};

}  // namespace quadrille
