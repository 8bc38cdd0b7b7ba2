#pragma once

// ComponentLabels names the components of one group by HURIs and unites those of several groups. The label of a
// local component is the HURI of its root, or after unite_groups() the least one of those that are connected through
// other groups.
//
//   own root r of a mirrored vertex v --- label of r ---> ghost v in another group, there below root q
//   the pair (label of r, label of q) says: these are one component
//
// The different pairs are few if there is a large component; all images gather them and find their components.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

struct LabelPair {
  Huri left, right;
  auto operator<=>(const LabelPair&) const = default;
};

class ComponentLabels {
 public:
  // Collective in the group.
  ComponentLabels(Workers& workers, const Graph& graph);

  // Collective. `root_of` returns the root of a slot, which does not change during the call. With one group, nothing
  // happens: labels are the HURIs of slots.
  template <class RootOf>
  void unite_groups(const RootOf& root_of) {
    if (workers_.is_one_group()) return;
    const Range own = workers_.my_part(graph_.own());
    for (std::size_t slot = own.begin; slot < own.end; ++slot) {
      sent_[slot] = graph_.huri(root_of(static_cast<Slot>(slot)));
    }
    workers_.barrier();
    mirrors_->update_all(sent_);
    std::vector<LabelPair> pairs;
    const Range ghosts = workers_.my_part(graph_.ghosts());
    LabelPair last;
    for (std::size_t ghost = ghosts.begin; ghost < ghosts.end; ++ghost) {
      const auto slot = static_cast<Slot>(graph_.own() + ghost);
      const Slot root = root_of(slot);
      if (!graph_.is_own(root)) continue;  // the ghost is not united with an own vertex
      const LabelPair pair{graph_.huri(root), sent_[slot]};
      if (pair == last || pair.left == pair.right) continue;
      last = pair;
      pairs.push_back(pair);
      if (pairs.size() == limit_) limit_ = keep_different(pairs);
    }
    unite_pairs(pairs);
  }
  // The label of each root.
  std::span<const Huri> by_root() const { return workers_.is_one_group() ? graph_.huris() : labels_; }
  // Collective in the group.
  void free();

 private:
  // Sorts the pairs; returns how many there may be before the next time.
  static std::size_t keep_different(std::vector<LabelPair>& pairs);
  void unite_pairs(std::vector<LabelPair>& mine);

  Workers& workers_;
  const Graph& graph_;
  std::unique_ptr<Mirrors> mirrors_;
  std::span<Huri> sent_;    // by slot; those of ghosts are of their owners
  std::span<Huri> labels_;  // by slot that is a root
  std::size_t limit_ = 1024;
};

}  // namespace quadrille::analytics::detail
