#pragma once

// QuadChanges are the quads that an operation of an update deletes and then inserts: a quad in both lists exists
// afterwards. Each image has the quads whose subjects it owns, so the lists of all images together are the operation.
//
//   asked       requested by the operation                may delete quads that do not exist, insert some that do
//   effective   changes of a state (effective())          deleted quads exist, inserted ones do not; none in both

#include <cstdint>
#include <vector>

#include "quadstore/graph_kinds.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::query {

// A row whose marks change (quadstore/marks.hpp), in a database with rules.
struct MarkedQuad {
  Quad quad;
  MarkChange marks;
};

struct QuadChanges {
  std::vector<Quad> deletes, inserts;
  std::vector<MarkedQuad> marked = {};  // instead of these two; effective
  // Rows of the triple terms that these quads have and the base does not: inserted if they are not there. They are no
  // quads of the data.
  std::vector<Quad> terms = {};

  // First, all quads of these graphs are removed; the same on all images. `deletes` has none of them.
  GraphKinds clears = {};
  std::vector<Huri> clears_graphs = {};  // the same for named ones, ascending
  std::uint64_t cleared = 0;             // this image's quads of clears_graphs
  // The number of `inserts` that existed before the graphs were cleared: they count neither as deleted nor as
  // inserted.
  std::uint64_t stay = 0;
  bool are_effective = false;

  bool clears_any() const { return clears.any() || !clears_graphs.empty(); }
  bool empty() const { return deletes.empty() && inserts.empty() && marked.empty() && !clears_any(); }
};

// True for quads that RDF can store: subject and graph are no literals or triple terms, the predicate is an IRI,
// everything is bound.
constexpr bool is_well_formed(const Quad& quad) {
  return !quad.subject.is_unbound() && !quad.subject.is_only_object() && quad.predicate.is_iri() &&
         !quad.object.is_unbound() && !quad.graph.is_unbound() && !quad.graph.is_only_object();
}

// In OwnerOrder, quads are sorted into buckets: by shard of the subject, the default graph before the named ones.
constexpr std::size_t owner_buckets(std::uint32_t shards) {
  return std::size_t{shards} * 2;
}
inline std::size_t owner_bucket(const Quad& quad, std::uint32_t shards) {
  return std::size_t{index(shard_of(quad.subject, shards))} * 2 + (quad.graph != kDefaultGraph ? 1 : 0);
}

// The order in which membership tests are fastest (quadstore/membership.hpp): by shard of the subject, the default
// graph before the named ones, then by subject, predicate, object, graph.
class OwnerOrder {
 public:
  explicit OwnerOrder(std::uint32_t shards) : shards_(shards) {}
  bool operator()(const Quad& a, const Quad& b) const {
    const ShardId shard_a = shard_of(a.subject, shards_), shard_b = shard_of(b.subject, shards_);
    if (shard_a != shard_b) return shard_a < shard_b;
    const bool named_a = a.graph != kDefaultGraph, named_b = b.graph != kDefaultGraph;
    return named_a != named_b ? named_b : a < b;
  }

 private:
  std::uint32_t shards_;
};

// Local. Sorts into OwnerOrder and removes duplicates. About 60 ns a quad for many quads.
void sort_unique(std::vector<Quad>& quads, std::uint32_t shards);

}  // namespace quadrille::query
