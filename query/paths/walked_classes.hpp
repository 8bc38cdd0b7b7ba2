#pragma once

// WalkedClasses remembers the classes of equal terms from which a closure has gone on. Their members have the same
// edges (quadstore/meant_terms.hpp), so a walk goes on from one of them; literals, which have no edges forward, each
// count alone. Without classes a walk goes on from every node. Local.

#include "quadstore/meant_terms.hpp"
#include "query/paths/reached_set.hpp"
#include "query/table/context.hpp"
#include "query/table/quad_pattern.hpp"

namespace quadrille::query {

class WalkedClasses {
 public:
  // In the union of all graphs members have different edges, and so they have among those that are not stated.
  WalkedClasses(const Context& context, const GraphScope& scope)
      : equal_(scope.kind == GraphScope::Kind::default_graph && !context.data.hides_stated() ? context.data.classes()
                                                                                             : nullptr),
        walked_(context.arena) {}

  bool has_classes() const { return equal_ != nullptr; }
  // True if a walk goes on from the node: it has not gone on from another member of its class.
  bool goes_on(Reached node) {
    if (!equal_) return true;
    if (!node.node.is_literal()) node.node = equal_->representative(node.node);
    return walked_.insert(node);
  }
  void clear() {
    if (equal_) walked_.clear();
  }

 private:
  const EqualTerms* equal_;
  ReachedSet walked_;
};

}  // namespace quadrille::query
