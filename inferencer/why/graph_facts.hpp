#pragma once

// The facts of a snapshot, as rules see them.
//
//   the rules see                   the triples of a proof
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
#include <vector>

#include "inferencer/equal_facts.hpp"
#include "inferencer/infer_rows.hpp"
#include "inferencer/schema.hpp"
#include "inferencer/snapshot_facts.hpp"
#include "inferencer/why/proof_facts.hpp"
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

 private:
  bool read(Permutation permutation, ShardId shard, const QuadPrefix& prefix, const MarkedVisit& visit);

  const Snapshot closure_;
  MergedBatch batch_;
  std::vector<Huri> values_;
};

// The triples of a proof, and the graphs that they are in.
class ProofTriples : public FactStore {
 public:
  // kDefaultGraph, or the name of a graph that has the fact, best one that states it; unbound: no graph has it.
  virtual Huri graph_of(const Fact& fact) = 0;
};

// `graph`: of the quad that is to be proved. `schema`: of the rules; outlives it.
std::unique_ptr<ProofTriples> proof_triples(const Snapshot& snapshot, RuleGraphs graphs, Huri graph,
                                            const Schema& schema);

}  // namespace quadrille::inferencer
