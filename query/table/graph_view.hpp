#pragma once

// A GraphView is what a query sees of the data: a snapshot, and the graphs that its user may read. What is in others
// does not exist for the query. Operators and planner have no snapshot; they read quads by
//
//   run()             of one graph of the view, of the default graph, or of all named graphs
//   run_to_filter()   of several, one of which may be outside; a RowReader drops these rows
// (query/index/row_reader.hpp)
//
// Both take a GraphLimit, the graphs to which the reader is limited, and fail with ErrorKind::internal if these are not
// all in the view. So a reader that has lost its limit ends the query, and shows nothing. Counts of all graphs are
// there only if the view shows all. tests/house (boundary) lists the files that have a snapshot.
//
// A view is a value. Its snapshot outlives it. All functions are local; any thread may call them.

#include <cstdint>
#include <optional>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/snapshot.hpp"
#include "query/table/graph_list.hpp"

namespace quadrille::query {

// The named graphs of rows that somebody reads. Neither: all. Of no meaning for the default graph's permutations.
struct GraphLimit {
  std::optional<Huri> graph;          // this one
  const GraphList* graphs = nullptr;  // these
};

class GraphView {
 public:
  // Of all graphs: for the database's own work, and for users who may read all.
  static GraphView all(const Snapshot& snapshot) { return GraphView(snapshot, true, nullptr); }
  // Of no graph.
  static GraphView none(const Snapshot& snapshot);
  // The part of this view with some of its graphs. `named`: a list of a view of the same graphs; nullptr: all named
  // ones.
  GraphView part(bool default_graph, GraphListPtr named) const;
  // Those of these graphs (ascending) that it shows.
  GraphListPtr list(std::vector<Huri> graphs) const;

  bool shows_all() const { return shows_default_graph_ && !named_; }
  bool shows_default_graph() const { return shows_default_graph_; }
  bool shows_all_named() const { return !named_; }
  bool shows(Huri graph) const {
    return graph == kDefaultGraph ? shows_default_graph_ : !named_ || named_->contains(graph);
  }
  // The named graphs; some may have no quads. nullptr: all.
  const GraphListPtr& named() const { return named_; }

  // As of the snapshot, and the same for all users.
  std::uint64_t generation_number() const;
  std::uint64_t version() const { return snapshot_->version(); }
  std::uint32_t shards() const { return snapshot_->shards(); }
  bool is_whole() const { return snapshot_->is_whole(); }
  bool has_changes() const { return snapshot_->has_changes(); }
  bool hides_stated() const { return snapshot_->hides_stated(); }
  View view() const { return snapshot_->view(); }
  View base_view(Permutation permutation) const { return snapshot_->base_view(permutation); }
  // Where rows are (quadstore/heavy_objects.hpp).
  bool has_heavy_objects() const { return !snapshot_->heavy_objects().empty(); }
  bool is_heavy(Huri object) const { return snapshot_->heavy_objects().contains(object); }
  bool has_heavy_object(Huri predicate) const { return snapshot_->heavy_objects().has_heavy_object(predicate); }

  // The rows of an opened shard.
  MergedRun run(Permutation permutation, ShardId shard, const GraphLimit& limit) const {
    if (!shows_all()) expect_inside(permutation, limit, false);
    return snapshot_->run(permutation, shard);
  }
  MergedRun run_to_filter(Permutation permutation, ShardId shard, const GraphLimit& limit) const {
    if (!shows_all()) expect_inside(permutation, limit, true);
    return snapshot_->run(permutation, shard);
  }
  // The generation, for its bitmaps and adjacency lists of such rows.
  const Generation& generation(Permutation permutation, const GraphLimit& limit) const {
    if (!shows_all()) expect_inside(permutation, limit, false);
    return snapshot_->generation();
  }

  // Of the default graph, or of all named ones; nullptr: it does not show them all. There are none of triple terms.
  const GraphStatistics* statistics(bool of_named_graphs) const;
  // The number of rows of a heavy object; nullopt likewise.
  std::optional<std::uint64_t> heavy_rows(Huri predicate, Huri object, bool in_named_graphs) const;

  // The classes of the default graph, by whose representatives its rows are stored; nullptr: there are none, or it does
  // not show this graph. Errors: of quadrille::classes_of().
  const EqualTerms* classes() const;
  // For those who read the default graph alone, which it must show.
  const Snapshot& default_graph() const;

 private:
  GraphView(const Snapshot& snapshot, bool default_graph, GraphListPtr named)
      : snapshot_(&snapshot), shows_default_graph_(default_graph), named_(std::move(named)) {}
  void expect_inside(Permutation permutation, const GraphLimit& limit, bool filters) const;

  const Snapshot* snapshot_;
  bool shows_default_graph_;
  GraphListPtr named_;
};

}  // namespace quadrille::query
