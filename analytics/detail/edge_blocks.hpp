#pragma once

// EdgeBlocks brings edges and nodes to the groups that own them. An edge goes to the owner of its source if out-lists
// are needed, and to the owner of its target if in-lists are; once if these are the same group. Edges come apart by the
// ends that their group owns, so that out-lists are made without those of which it owns the target alone. With one
// group the caller's columns are read in place.

#include <memory>
#include <span>
#include <vector>

#include "analytics/projection.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics::detail {

// Edges from one image. At least one end of each belongs to this group.
struct OwnedEdges {
  EdgeColumns columns;
  bool has_sources = true, has_targets = true;  // this group owns the sources, the targets
};

class EdgeBlocks {
 public:
  // Collective. `edges` have their direction: a source's out-list has the target. Undirected: both lists are needed.
  EdgeBlocks(Workers& workers, const EdgeColumns& edges, std::span<const Huri> nodes, const NeededLists& needed);
  // Collective. The blocks are not read any more.
  void free();

  // The edges and nodes of this image, from one image each.
  const std::vector<OwnedEdges>& edges() const { return edges_; }
  const std::vector<std::span<const Huri>>& nodes() const { return nodes_; }

  // Local. Calls visit(ids) for pieces of all ids of edges and nodes, with Workers::check() in between.
  template <class Visit>
  void for_each_block(Visit&& visit) const {
    for (const OwnedEdges& block : edges_) {
      for_each_piece(block.columns.sources, visit);
      for_each_piece(block.columns.targets, visit);
    }
    for (const std::span<const Huri> block : nodes_) for_each_piece(block, visit);
  }

 private:
  template <class Visit>
  void for_each_piece(std::span<const Huri> ids, Visit&& visit) const {
    for (std::size_t begin = 0; begin < ids.size(); begin += Workers::kTaskEdges) {
      workers_.check();
      visit(ids.subspan(begin, std::min(Workers::kTaskEdges, ids.size() - begin)));
    }
  }
  void route(const EdgeColumns& edges, const NeededLists& needed);
  void route(std::span<const Huri> nodes);
  void make_blocks();

  // A column of all groups' shares, one after another.
  template <class T>
  struct Packed {
    std::span<T> items;
    std::vector<std::size_t> ends;  // edges: by group and owned ends; nodes: by group
  };

  Workers& workers_;
  std::vector<OwnedEdges> edges_;
  std::vector<std::span<const Huri>> nodes_;
  std::unique_ptr<pgas::ExchangeView> view_;  // several groups
  Packed<Huri> sources_, targets_, sent_nodes_;
  Packed<double> weights_;
  std::span<pgas::Block> outgoing_;
};

}  // namespace quadrille::analytics::detail
