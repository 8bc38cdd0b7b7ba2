#pragma once

// An EdgeBatch finds the edges around many nodes at once, where each image reads its own shards alone. One exchange
// sends the nodes to the owners of the shards that may have them, another returns the edges. Property paths and
// DESCRIBE use it in several groups (EdgeLookup is for one node where all shards are open).
//
// Where rows are stored by the representatives of equal terms (quadstore/meant_terms.hpp), an edge of all graphs
// together may come from two images, and is returned once; and where stated triples are hidden, two more exchanges find
// which edges are stated.
//
//   look_up({a, b, a})        edge | place | end | predicate
//                               0  |   0   |  x  |   p          an edge of a
//                               1  |   1   |  y  |   q          of b
//                               2  |   2   |  x  |   p          of a again

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "quadstore/stated_triples.hpp"
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

  // Collective. Two exchanges, or four, whatever the number of nodes; none without kinds. Discards the edges of the
  // last call.
  void look_up(std::span<const Huri> nodes);

  // The edges found by look_up().
  std::size_t edges() const { return places_.size(); }
  std::uint32_t place(std::size_t edge) const { return places_[edge]; }  // place of the node in look_up()'s nodes
  Huri end(std::size_t edge) const { return found_[kEnd][rows_[edge]]; }
  Huri predicate(std::size_t edge) const { return found_[kPredicate][rows_[edge]]; }  // only with `with_predicates`

 private:
  template <class T>
  using Shared = std::pmr::vector<T>;  // in the query's arena, which other images of the group read
  // The columns of edges: each has the first ones of these that are needed.
  enum Column : std::size_t { kEnd, kPredicate, kKind };
  struct Lookup {
    std::uint32_t kind;  // its place in kinds_
    std::unique_ptr<EdgeLookup> edges;
    bool has_meant;  // reads rows that are stored by representatives
  };

  void add_lookups(const GraphScope& scope);
  void find_targets(std::span<const Huri> nodes);
  void send_nodes();
  void answer(const pgas::ExchangeView& questions);
  void make_answers(const pgas::ExchangeView& questions);
  void append_edges(Huri node);
  void append_edges(Huri node, std::uint32_t lookup);
  void leave_out_stated(const pgas::ExchangeView& questions);
  void receive(std::span<const Huri> nodes);
  void drop_copies(std::vector<std::size_t>& edges) const;

  Context& context_;
  const std::vector<EdgeKind> kinds_;
  std::vector<Lookup> lookups_;
  std::size_t columns_ = 1;
  bool may_have_copies_ = false;
  std::optional<StatedTriples> stated_;

  struct Questions {
    std::vector<Huri> different;                    // the nodes, each once, ascending
    std::vector<std::vector<std::uint32_t>> asked;  // by member: places in `different`
    Shared<Huri> keys;
    Shared<pgas::Block> blocks;
  };
  Questions questions_;
  struct Answers {
    Shared<std::uint32_t> counts;  // by key requested from this image: number of its edges
    std::vector<Shared<Huri>> columns;
    std::pmr::vector<std::uint32_t> lookups;  // of the edges, if stated ones are left out
    Shared<pgas::Block> blocks;
  };
  Answers answers_;

  std::pmr::vector<std::uint32_t> places_;  // by edge
  std::pmr::vector<std::size_t> rows_;      // likewise, in found_
  std::vector<Nodes> found_;                // columns
  Nodes ends_;
  PredicatesAndEnds edges_;
  std::vector<int> members_;
};

}  // namespace quadrille::query
