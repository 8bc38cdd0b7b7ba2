#pragma once

// Upkeep of a closure whose rules see several graphs (RuleGraphs): upkeep() on the facts that they see.
//
//   each   the default graph; then each named graph that has changed, with what follows from the schema of the default
//          graph alone, which must not change
//   all    the triples of all graphs as one; a triple is stated if a graph states it, and what follows is in one graph
//
// Local; one thread. All shards are open here (Snapshot::is_whole()). Cost: that of upkeep() for each graph that has
// changed; and the compilation of the rules for a named graph that has not changed lately.

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inferencer/graph_facts.hpp"
#include "inferencer/upkeep.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::inferencer {

struct GraphUpkeepState {
  UpkeepState of_default;  // or of all graphs as one
  // Of RuleGraphs::each:
  std::shared_ptr<const KnownFacts> known;
  std::map<Huri, UpkeepState> of_named;  // of graphs that have changed lately
};

struct GraphChanges {
  std::vector<query::MarkedQuad> marked;  // different
  Contradictions contradictions;          // new ones, if they must not be
};

// `before`: all rows before the changes. `changes`: of stated quads, in their order. `graphs`: each, or all; then
// `into` is the graph of what follows. `state`: of the change before; nothing at first; undefined after nullopt.
// options.most is not looked at. Returns nullopt, and why, if the closure must be computed anew.
std::optional<GraphChanges> upkeep_of_graphs(RuleParts& parts, const Snapshot& before,
                                             std::span<const query::MarkedQuad> changes, RuleGraphs graphs, Huri into,
                                             GraphUpkeepState& state, const UpkeepOptions& options, std::string& why);

}  // namespace quadrille::inferencer
