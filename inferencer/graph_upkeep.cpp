#include "inferencer/graph_upkeep.hpp"

#include <algorithm>
#include <utility>

#include "base/sort_different.hpp"
#include "inferencer/solving.hpp"
#include "inferencer/stated_changes.hpp"
#include "quadstore/membership.hpp"

namespace quadrille::inferencer {

namespace {

// More named graphs are computed anew together.
constexpr std::size_t kMostChangedGraphs = 64;
// So many compiled rules are kept.
constexpr std::size_t kMostKept = 64;

class GraphsUpkeep {
 public:
  GraphsUpkeep(RuleParts& parts, const Snapshot& before, std::span<const query::MarkedQuad> changes,
               GraphUpkeepState& state, const UpkeepOptions& options)
      : parts_(parts), before_(before), state_(state), options_(options) {
    for (const query::MarkedQuad& its : changes) changes_[its.quad.graph].push_back(its);
    options_.most = ~std::uint64_t{0};
  }

  GraphChanges each() {
    const bool has_default = changes_.contains(kDefaultGraph);
    if (changes_.size() - (has_default ? 1 : 0) > kMostChangedGraphs) throw GivenUp{"many graphs have changed"};
    // With NOT, what follows from the schema alone need not follow in a graph with more facts. WHERE DATA needs stated
    // facts, and these are not stated.
    const auto sees_given = [](const Atom& atom) { return atom.is_given; };
    for (const Rule& rule : parts_.of_data)
      if (!rule.absent.empty() || std::any_of(rule.body.begin(), rule.body.end(), sees_given))
        throw GivenUp{"rules with NOT or WHERE DATA see each graph"};
    SnapshotFacts store(before_);
    if (!state_.known) find_known(store);
    if (has_default) keep_up_default(store);
    for (const auto& [graph, changes] : changes_)
      if (graph != kDefaultGraph) keep_up_named(graph, changes);
    return std::move(all_);
  }

  GraphChanges all(Huri into) {
    const auto store = graph_triples(before_, RuleGraphs::all, kUnbound, parts_.schema);
    SnapshotQuads quads(before_);
    find_triples(into, *store, quads);
    add_rows(into, keep_up(*store, state_.of_default, stated_));
    for (const Fact& its : shown_) all_.marked.push_back({quad_of_fact(its, into), {Marks::closure, Marks::none}});
    return std::move(all_);
  }

 private:
  UpkeepResult result_of(FactStore& store, const UpkeepState& state, const StatedChanges& changes,
                         const UpkeepOptions& options) {
    std::string why;
    auto result = upkeep(parts_, store, state, changes, options, why);
    if (!result) throw GivenUp{std::move(why)};
    options_.most_steps -= std::min(options_.most_steps, result->steps);
    used_.push_back(result->state.rules);
    return *std::move(result);
  }

  ClosureChanges keep_up(FactStore& store, UpkeepState& state, const StatedChanges& changes) {
    UpkeepResult result = result_of(store, state, changes, options_);
    state = std::move(result.state);
    all_.contradictions.add(result.contradictions);
    return std::move(result.changes);
  }

  void add_rows(Huri graph, const ClosureChanges& changes) {
    const std::vector<query::MarkedQuad> rows = marked_rows(changes, graph);
    all_.marked.insert(all_.marked.end(), rows.begin(), rows.end());
  }

  // Before the changes.
  void find_known(FactStore& of_default) {
    state_.of_default = result_of(of_default, state_.of_default, {}, options_).state;
    StatedChanges given;
    for (const Fact& fact : state_.of_default.rules->schema().facts())
      if (!parts_.schema.is_local(fact.predicate)) given.gained.push_back(fact);
    for (const Rule* block : parts_.data_blocks)
      for (const Atom& atom : block->head) given.gained.push_back(fact_of(atom, Bindings(block->variables)));
    sort_different(given.gained);
    UpkeepOptions options = options_;
    options.stops_at_contradictions = false;
    const KnownFacts nothing({});
    NamedGraphFacts store(before_, kDefaultGraph, nothing);  // no named graph has this name
    std::vector<Fact> known = result_of(store, {}, given, options).changes.added;
    known.insert(known.end(), given.gained.begin(), given.gained.end());
    state_.known = std::make_shared<const KnownFacts>(std::move(known));
  }

  void keep_up_default(FactStore& store) {
    const std::shared_ptr<const UpkeepRules> rules = state_.of_default.rules;
    const NetChanges net = net_changes(changes_.at(kDefaultGraph), kDefaultGraph);
    add_rows(kDefaultGraph, keep_up(store, state_.of_default, stated_changes(net)));
    const auto before = rules->schema().facts(), now = state_.of_default.rules->schema().facts();
    if (!std::equal(before.begin(), before.end(), now.begin(), now.end()))
      throw GivenUp{"the schema of all graphs has changed"};
  }

  void keep_up_named(Huri graph, const std::vector<query::MarkedQuad>& changes) {
    StatedChanges stated = stated_changes(net_changes(changes, graph));
    const auto is_known = [this](const Fact& fact) { return state_.known->contains(fact); };
    std::erase_if(stated.gained, is_known);
    std::erase_if(stated.lost, is_known);
    if (stated.gained.empty() && stated.lost.empty()) return;
    NamedGraphFacts store(before_, graph, *state_.known);
    if (state_.of_named.size() >= kMostKept && !state_.of_named.contains(graph)) state_.of_named.clear();
    add_rows(graph, keep_up(store, state_.of_named[graph], stated));
  }

  // The changes of triples that graphs state.
  void find_triples(Huri into, FactStore& store, SnapshotQuads& quads) {
    std::map<Fact, std::map<Huri, MarkChange>> triples;  // by graph
    for (const auto& [graph, changes] : changes_)
      for (const query::MarkedQuad& its : net_changes(changes, graph))
        triples[fact_of_quad(its.quad)].emplace(graph, its.marks);
    for (const auto& [fact, changes] : triples) {
      const Fact of_into{fact.subject, fact.predicate, fact.object, into};
      const auto row = changes.find(into);
      const Marks row_before = row == changes.end() ? quads.marks_of(of_into) : row->second.before;
      const Marks row_now = row == changes.end() ? row_before : row->second.after;
      const bool was = store.is_stated(fact), is = is_stated_now(fact, changes, quads);
      if (is && !was) stated_.gained.push_back(fact);
      if (!is && (was || (row_before != Marks::none && row_now == Marks::none))) stated_.lost.push_back(fact);
      if (is && row_now == Marks::closure) shown_.push_back(fact);
    }
  }

  bool is_stated_now(const Fact& fact, const std::map<Huri, MarkChange>& changes, SnapshotQuads& quads) const {
    for (const auto& [graph, marks] : changes)
      if (has(marks.after, Marks::stated)) return true;
    const Quad triple = quad_of_fact(fact, kDefaultGraph);
    if (!changes.contains(kDefaultGraph) && has(marks_of(before_, {&triple, 1}).front(), Marks::stated)) return true;
    return !quads.visit_marked(fact, [&](const Fact& quad, Marks marks) {
      return changes.contains(quad.graph) || !has(marks, Marks::stated);
    });
  }

  RuleParts& parts_;
  const Snapshot& before_;
  GraphUpkeepState& state_;
  UpkeepOptions options_;
  std::map<Huri, std::vector<query::MarkedQuad>> changes_;  // by graph
  StatedChanges stated_;                                    // of triples, in any graph
  std::vector<Fact> shown_;                                 // that follow in `into`, and are stated elsewhere now
  std::vector<std::shared_ptr<const UpkeepRules>> used_;    // whose computations options_.run() may know
  GraphChanges all_;
};

}  // namespace

std::optional<GraphChanges> upkeep_of_graphs(RuleParts& parts, const Snapshot& before,
                                             std::span<const query::MarkedQuad> changes, RuleGraphs graphs, Huri into,
                                             GraphUpkeepState& state, const UpkeepOptions& options, std::string& why) {
  try {
    if (parts.graphs.used) throw GivenUp{"rules with GRAPH choose their graphs themselves"};
    GraphsUpkeep upkeep(parts, before, changes, state, options);
    return graphs == RuleGraphs::each ? upkeep.each() : upkeep.all(into);
  } catch (const GivenUp& reason) {
    why = reason.why;
    return std::nullopt;
  }
}

}  // namespace quadrille::inferencer
