#include "inferencer/stated_changes.hpp"

#include <map>

namespace quadrille::inferencer {

NetChanges net_changes(std::span<const query::MarkedQuad> changes, Huri graph) {
  std::map<Quad, MarkChange> net;
  for (const query::MarkedQuad& its : changes) {
    if (its.quad.graph != graph) continue;
    const auto [place, is_new] = net.emplace(its.quad, its.marks);
    if (!is_new) place->second.after = its.marks.after;
  }
  NetChanges all;
  for (const auto& [quad, marks] : net) all.push_back({quad, marks});
  return all;
}

// A row that has become stated and was deleted then, in one request, has lost both marks: it counts as lost.
StatedChanges stated_changes(const NetChanges& net) {
  StatedChanges stated;
  for (const query::MarkedQuad& its : net) {
    const bool was = has(its.marks.before, Marks::stated), is = has(its.marks.after, Marks::stated);
    const bool was_there = its.marks.before != Marks::none;
    if (is && !was) stated.gained.push_back(fact_of_quad(its.quad));
    if (!is && was_there) stated.lost.push_back(fact_of_quad(its.quad));
  }
  return stated;
}

std::vector<query::MarkedQuad> marked_rows(const ClosureChanges& changes, Huri graph) {
  std::vector<query::MarkedQuad> rows;
  const auto add = [&](const std::vector<Fact>& facts, MarkChange marks) {
    for (const Fact& its : facts) rows.push_back({quad_of_fact(its, graph), marks});
  };
  add(changes.removed, {Marks::closure, Marks::none});
  add(changes.added, {Marks::none, Marks::closure});
  add(changes.still, {Marks::none, Marks::closure});
  return rows;
}

}  // namespace quadrille::inferencer
