#pragma once

// An EdgeLookup finds the edges of one graph around one node; property paths walk along them. It reads the shards that
// this image may read: all where all are open, else its own (EdgeBatch asks the owners of the others). Where rows are
// stored by the representatives of equal terms, nodes, predicates and ends are the terms that the rows mean
// (quadstore/meant_terms.hpp); if asks_for_stated(), some edges may be stated. Local.

#include <memory_resource>
#include <utility>
#include <vector>

#include "query/index/access_path.hpp"
#include "query/index/row_reader.hpp"
#include "query/table/context.hpp"

namespace quadrille::query {

// Allocated from memory that counts against the query's budget (QueryArena::own()), because a walk may reach any
// number of nodes.
using Nodes = std::pmr::vector<Huri>;
using PredicatesAndEnds = std::pmr::vector<std::pair<Huri, Huri>>;

// Edges in one direction: of one predicate, or of all.
class EdgeLookup {
 public:
  // `predicate` kUnbound: all predicates. `backward`: from objects to subjects. `scope` is any but GraphScope each.
  // `reads_ends`: false if only has_edge() is called.
  EdgeLookup(Context& context, const GraphScope& scope, Huri predicate, bool backward, bool reads_ends = true);
  EdgeLookup(const EdgeLookup&) = delete;
  EdgeLookup& operator=(const EdgeLookup&) = delete;

  // Appends the members of the team whose shards may have edges of the node; may append one twice.
  void append_owners(Huri node, std::vector<int>& members) const;
  // Appends the nodes at the other ends, once for each edge.
  void append_ends(Huri node, Nodes& out);
  // True if the node has an edge.
  bool has_edge(Huri node);
  // Appends (predicate, other end) of all edges. Only for lookups of all predicates.
  void append_edges(Huri node, PredicatesAndEnds& out);

 private:
  struct Source {
    AccessPath path;
    RowReader reader;
    const EqualTerms* equal;  // nullptr: rows mean themselves
    Source(AccessPath its_path, const EqualTerms* classes) : path(std::move(its_path)), reader(path), equal(classes) {}
  };
  static Huri stored(const Source& source, Huri node) {
    return source.equal ? source.equal->representative(node) : node;
  }
  static QuadPrefix prefix_of(const Source& source, Huri node);
  static std::vector<Huri> residual_of(const Source& source, Huri node);
  template <class Use>
  bool in_shards(const Source& source, Huri node, const Use& use) const;
  void look_up(Huri node);
  void append_meant(const Source& source, Huri node, const Table& rows);
  bool has_edge(Source& source, Huri node);
  void drop_copies();

  Context& context_;
  std::vector<std::unique_ptr<Source>> sources_;  // two for the scope "everything"
  const Huri predicate_;
  const bool with_predicates_, backward_;
  Table found_;                    // ends, and predicates
  std::unique_ptr<Table> stored_;  // rows of a source with classes
};

}  // namespace quadrille::query
