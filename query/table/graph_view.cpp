#include "query/table/graph_view.hpp"

#include "base/error.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/meant_terms.hpp"

namespace quadrille::query {

namespace {

[[noreturn]] void fail_outside() {
  fail(ErrorKind::internal, "a reader is not limited to the graphs that the user may read");
}

}  // namespace

GraphView GraphView::none(const Snapshot& snapshot) {
  static const GraphListPtr kNoGraphs(new GraphList({}, nullptr));
  return {snapshot, false, kNoGraphs};
}

GraphListPtr GraphView::list(std::vector<Huri> graphs) const {
  if (named_) std::erase_if(graphs, [&](Huri graph) { return !named_->contains(graph); });
  return GraphListPtr(new GraphList(std::move(graphs), named_));
}

GraphView GraphView::part(bool default_graph, GraphListPtr named) const {
  if (named && named->within_ != named_) fail_outside();
  return {*snapshot_, default_graph && shows_default_graph_, named ? std::move(named) : named_};
}

// A list is inside if it is the view's own, or made by it.
void GraphView::expect_inside(Permutation permutation, const GraphLimit& limit, bool filters) const {
  if (table_of(permutation) == QuadTable::triple_terms) return;  // in no graph: a user needs a quad that has one
  if (!holds_named_graphs(permutation)) {
    if (!shows_default_graph_) fail_outside();
  } else if (named_) {
    const bool is_one = limit.graph && named_->contains(*limit.graph);
    const bool is_list = filters && limit.graphs && (limit.graphs == named_.get() || limit.graphs->within_ == named_);
    if (!is_one && !is_list) fail_outside();
  }
}

std::uint64_t GraphView::generation_number() const {
  return snapshot_->generation().manifest().generation;
}

const GraphStatistics* GraphView::statistics(bool of_named_graphs) const {
  const Statistics& all = snapshot_->statistics();
  if (of_named_graphs) return named_ ? nullptr : &all.named_graphs;
  return shows_default_graph_ ? &all.default_graph : nullptr;
}

std::optional<std::uint64_t> GraphView::heavy_rows(Huri predicate, Huri object, bool in_named_graphs) const {
  if (in_named_graphs ? named_ != nullptr : !shows_default_graph_) return std::nullopt;
  const HeavyEntry entry = snapshot_->heavy_objects().find(predicate, object);
  return in_named_graphs ? entry.named_rows : entry.default_rows;
}

const EqualTerms* GraphView::classes() const {
  return shows_default_graph_ ? classes_of(*snapshot_) : nullptr;
}

const Snapshot& GraphView::default_graph() const {
  if (!shows_default_graph_) fail_outside();
  return *snapshot_;
}

}  // namespace quadrille::query
