#pragma once

// The facts of a snapshot, as rules see them.
//
//   the rules see                   the triples
//   the default graph               those of the default graph
//   each graph (RuleGraphs::each)   those of a graph, and the ontology of the default graph
//   all graphs as one               those of all graphs
//   graphs by name (GRAPH)          those of the default graph, and quads of named graphs (SnapshotQuads)
//
// If the default graph is stored by representatives, its triples are all that its rows mean (EqualFacts).
//
// Local; one thread. All shards are open here (Snapshot::is_whole()). A search costs about 1 us for each shard that it
// reads, and some ns for each row.

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "inferencer/equal_facts.hpp"
#include "inferencer/fact_table.hpp"
#include "inferencer/infer_rows.hpp"
#include "inferencer/rule_parts.hpp"
#include "inferencer/schema.hpp"
#include "inferencer/snapshot_facts.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/merged_batch.hpp"

namespace quadrille::inferencer {

// The quads of named graphs in a closure.
class SnapshotQuads final : public NamedFacts {
 public:
  explicit SnapshotQuads(const Snapshot& snapshot) : closure_(snapshot.in(View::closure)) {}

  bool visit(const Fact& pattern, const FactStore::Visit& visit) override;
  bool is_stated(const Fact& fact) override;
  std::vector<Huri> graphs() override;
  std::vector<Huri> predicates() override;

  // The same; a pattern without a graph matches the quads of all named graphs, and without a predicate those of all
  // predicates, if it has a subject.
  using MarkedVisit = std::function<bool(const Fact&, Marks)>;
  bool visit_marked(const Fact& pattern, const MarkedVisit& visit);
  // Marks::none: it is not there.
  Marks marks_of(const Fact& fact) const;
  // Those of a graph; ascending.
  std::vector<Huri> predicates_of(Huri graph);
  // True if a quad of the graph, or of any graph if it is unbound, has this predicate and a literal.
  bool has_literals(Huri graph, Huri predicate) const;

 private:
  bool read(Permutation permutation, ShardId shard, const QuadPrefix& prefix, const MarkedVisit& visit);
  std::vector<Huri> values_after(Permutation permutation, const QuadPrefix& prefix);

  const Snapshot closure_;
  MergedBatch batch_;
  std::vector<Huri> values_;
};

// The facts of the default graph, and quads of named graphs, for rules with GRAPH.
class DatasetFacts final : public FactStore {
 public:
  // `graphs`: those that the rules name. All outlive it.
  DatasetFacts(const Snapshot& snapshot, FactStore& of_default, const RuleParts::Graphs& graphs)
      : default_(of_default), quads_(snapshot), graphs_(graphs) {}

  bool pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) override {
    return default_.pairs_of(subject, most, pairs);
  }
  bool visit(const Fact& pattern, const Visit& visit) override {
    return pattern.graph.is_unbound() ? default_.visit(pattern, visit) : quads_.visit(pattern, visit);
  }
  bool is_stated(const Fact& fact) override {
    return fact.graph.is_unbound() ? default_.is_stated(fact) : quads_.is_stated(fact);
  }
  std::vector<Huri> predicates() override { return default_.predicates(); }
  std::vector<PredicateKey> named_predicates(std::size_t most) override;
  bool has_literals(Huri predicate) override {
    return default_.has_literals(predicate) || quads_.has_literals(kUnbound, predicate);
  }
  // Of the default graph.
  Size size() override { return default_.size(); }

 private:
  FactStore& default_;
  SnapshotQuads quads_;
  const RuleParts::Graphs& graphs_;
};

// Triples, and the graphs that they are in.
class GraphTriples : public FactStore {
 public:
  // kDefaultGraph, or the name of a graph that has the fact, best one that states it; unbound: no graph has it.
  virtual Huri graph_of(const Fact& fact) = 0;
};

// `graph`: of the quad that is to be proved. `schema`: of the rules; outlives it.
std::unique_ptr<GraphTriples> graph_triples(const Snapshot& snapshot, RuleGraphs graphs, Huri graph,
                                            const Schema& schema);

// One named graph, and facts that all graphs have: what follows from the ontology of the default graph
// (RuleGraphs::each). These count as stated.
class KnownFacts {
 public:
  explicit KnownFacts(std::vector<Fact> facts);

  bool contains(const Fact& fact) const { return table_.contains(fact); }
  const FactTable& table() const { return table_; }
  // Ascending.
  std::span<const Fact> of(Huri subject) const;

 private:
  FactTable table_;
  std::vector<Fact> by_subject_;
};

class NamedGraphFacts final : public FactStore {
 public:
  // `graph`: unbound: the known facts alone. Both outlive it.
  NamedGraphFacts(const Snapshot& snapshot, Huri graph, const KnownFacts& known)
      : quads_(snapshot), graph_(graph), known_(known) {}

  bool pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) override;
  bool visit(const Fact& pattern, const Visit& visit) override;
  bool is_stated(const Fact& fact) override;
  std::vector<Huri> predicates() override;
  bool has_literals(Huri predicate) override;
  // Not counted.
  Size size() override { return {}; }

 private:
  Fact in_graph(const Fact& pattern) const { return {pattern.subject, pattern.predicate, pattern.object, graph_}; }

  SnapshotQuads quads_;
  const Huri graph_;
  const KnownFacts& known_;
};

}  // namespace quadrille::inferencer
