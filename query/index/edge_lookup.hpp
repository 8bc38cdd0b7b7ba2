#pragma once

// The edges of one graph around one node: what property paths walk on. Looks the node up in the shards that this image
// may read: all where all are open, else its own ones (EdgeBatch asks the owners of the others). Local.

#include <memory_resource>
#include <optional>
#include <utility>
#include <vector>

#include "query/index/access_path.hpp"
#include "query/index/row_reader.hpp"
#include "query/table/context.hpp"

namespace quadrille::query {

// In memory that is counted against the query's budget (QueryArena::own()): a walk may reach anything.
using Nodes = std::pmr::vector<Huri>;
using PredicatesAndEnds = std::pmr::vector<std::pair<Huri, Huri>>;

// Edges in one direction: of one predicate, or of all.
class EdgeLookup {
 public:
  // `predicate` kUnbound: all. `backward`: from objects to subjects. `scope` is any but each.
  EdgeLookup(Context& context, const GraphScope& scope, Huri predicate, bool backward);
  EdgeLookup(const EdgeLookup&) = delete;
  EdgeLookup& operator=(const EdgeLookup&) = delete;

  // Appends the members of the team whose shards may have edges of the node; some may come twice.
  void append_owners(Huri node, std::vector<int>& members) const;
  // Appends the nodes at the other ends, once an edge.
  void append_ends(Huri node, Nodes& out);
  // Appends (predicate, other end) of all edges; only without a predicate.
  void append_edges(Huri node, PredicatesAndEnds& out);

 private:
  struct Source {
    AccessPath path;
    RowReader reader;
    explicit Source(AccessPath its_path) : path(std::move(its_path)), reader(path) {}
  };
  static QuadPrefix prefix_of(const Source& source, Huri node);
  void look_up(Huri node);

  Context& context_;
  std::vector<std::unique_ptr<Source>> sources_;  // two for the scope "everything"
  bool with_predicates_;
  Table found_;
};

}  // namespace quadrille::query
