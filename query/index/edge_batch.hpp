#pragma once

// An EdgeBatch finds the edges around many nodes at once, where each image reads its own shards alone. One exchange
// sends the nodes to the owners of the shards that may have them, another returns the edges. Property paths and
// DESCRIBE use it in several groups (EdgeLookup is for one node where all shards are open).
//
//   look_up({a, b, a})        edge | place | end | predicate
//                               0  |   0   |  x  |   p          an edge of a
//                               1  |   1   |  y  |   q          of b
//                               2  |   2   |  x  |   p          of a again

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "query/index/edge_lookup.hpp"

namespace quadrille::query {

// Edges in one direction: those of one predicate, or all except some.
struct EdgeKind {
  Huri predicate = kUnbound;   // kUnbound: all
  bool backward = false;       // from objects to subjects
  std::vector<Huri> excluded;  // predicates
};

class EdgeBatch {
 public:
  // `scope` is any but GraphScope each.
  EdgeBatch(Context& context, const GraphScope& scope, std::vector<EdgeKind> kinds, bool with_predicates);
  EdgeBatch(const EdgeBatch&) = delete;
  EdgeBatch& operator=(const EdgeBatch&) = delete;

  // Collective. Two exchanges, whatever the number of nodes; none without kinds. Discards the edges of the last call.
  void look_up(std::span<const Huri> nodes);

  // The edges found by look_up().
  std::size_t edges() const { return ends_.size(); }
  std::uint32_t place(std::size_t edge) const { return places_[edge]; }  // place of the node in look_up()'s nodes
  Huri end(std::size_t edge) const { return ends_[edge]; }
  Huri predicate(std::size_t edge) const { return predicates_[edge]; }  // only with `with_predicates`

 private:
  template <class T>
  using Shared = std::pmr::vector<T>;  // in the query's arena, which other images of the group read
  struct Lookup {
    EdgeKind kind;
    std::unique_ptr<EdgeLookup> edges;
  };

  void find_targets(std::span<const Huri> nodes);
  void send_nodes();
  void answer(const pgas::ExchangeView& questions);
  void append_edges(Huri node);
  void receive(std::span<const Huri> nodes);

  Context& context_;
  std::vector<Lookup> lookups_;
  const bool with_predicates_;

  std::vector<Huri> different_;                    // the nodes, each once, ascending
  std::vector<std::vector<std::uint32_t>> asked_;  // by member: places in different_
  Shared<Huri> keys_;
  Shared<pgas::Block> questions_, answers_;
  Shared<std::uint32_t> answer_counts_;  // by key requested from this image: number of its edges
  Shared<Huri> answer_ends_, answer_predicates_;

  std::pmr::vector<std::uint32_t> places_;
  Nodes ends_, predicates_;
  PredicatesAndEnds found_;
  std::vector<int> members_;
};

}  // namespace quadrille::query
