#pragma once

// A SpreadClosure finds the nodes that a closure (path* or path+) reaches from one node, on all images of a team
// together. Each node belongs to the image that owns its shard, which alone remembers whether it was reached and goes
// on from there:
//
//   1  an image takes some of its nodes that it has not gone on from, and finds the ends of their edges
//   2  one exchange sends each end to its owner; an end that was sent lately is not sent again
//   3  owners keep the new ones; back to 1, until no image has nodes left
//
// So the nodes are visited in no particular order, and the visited set is spread over the team (Buluc and Madduri,
// "Parallel Breadth-First Search on Distributed Memory Systems", 2011, 3.1). Where all shards are open, the first image
// begins alone, so that a path that reaches few nodes costs one exchange.

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pgas/exchange.hpp"
#include "query/paths/path_walk.hpp"
#include "query/paths/path_wave.hpp"
#include "query/paths/reached_set.hpp"
#include "query/paths/walked_classes.hpp"

namespace quadrille::query {

class SpreadClosure {
 public:
  static bool fits(const parser::Path& path) {
    return path.kind == parser::PathKind::zero_or_more || path.kind == parser::PathKind::one_or_more;
  }

  // Collective. `path`: fits(). `graph`: any scope but each. `start`: a node of the path. backward: the nodes that
  // reach it.
  SpreadClosure(Context& context, const GraphScope& graph, const parser::Path& path, Huri start, bool backward);

  // Local. The nodes that this image owns, each once.
  bool has_node() const { return written_ < reached_.size(); }
  Huri next_node() { return reached_[written_++]; }

 private:
  static constexpr std::size_t kRemembered = 1 << 14;  // a power of two

  void begin(Huri start);
  std::pair<Nodes, std::size_t> first_nodes(Huri start);
  bool goes_on(Huri node) { return walked_.goes_on({0, node}); }
  void go_on();
  void add(Huri end);
  void keep(Huri node) {
    if (seen_.insert({0, node})) reached_.push_back(node);
  }
  void send();

  Context& context_;
  const bool with_start_, backward_;
  std::unique_ptr<PathWalk> walk_;  // where all shards are open
  std::unique_ptr<PathWave> wave_;  // else
  ReachedSet seen_;                 // of the nodes that this image owns
  Nodes reached_;                   // the same, in the order of their arrival
  WalkedClasses walked_;
  std::size_t gone_on_ = 0, written_ = 0;  // of reached_
  std::vector<Huri> sent_lately_;          // by hash
  std::vector<Nodes> outgoing_;            // by member
  std::span<pgas::Block> blocks_;          // of outgoing_
  std::size_t ends_ = 0;                   // in outgoing_
};

}  // namespace quadrille::query
