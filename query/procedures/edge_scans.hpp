#pragma once

// EdgeScans read the edges of a call from the indexes, in the order of their sources or of their targets, as often as
// its procedure wants them. So nothing keeps the edges. The planner offers them if the call's pattern is one pattern
// of quads or a union of these, and if its edges have no weights.
//
//   ?a ex:knows ?b    by sources: pso(ex:knows)    by targets: pos(ex:knows)

#include <functional>
#include <span>
#include <vector>

#include "query/index/access_path.hpp"
#include "query/table/context.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// One pattern of quads: its paths return both variables.
struct EdgePaths {
  AccessPath by_source, by_target;
  VariableId source, target;
};

enum class EdgeOrder : std::uint8_t { sources, targets };

class EdgeScans {
 public:
  // The ends of some edges: those that the order names, and the others, which are empty if they are not wanted. The
  // caller may change them.
  using Visit = std::function<void(std::span<Huri> ends, std::span<Huri> others)>;

  EdgeScans(Context& context, const std::vector<EdgePaths>& patterns);

  // Local. Passes the edges that this image owns in this order, a chunk at a time. Equal ends come together, and their
  // other ends ascend, except that a heavy object has rows in many shards, that patterns follow each other, and that a
  // named graph with a predicate has one order alone. In each order every edge is on one image.
  void read(EdgeOrder order, bool with_others, const Visit& visit);

 private:
  void read(const EdgePaths& pattern, EdgeOrder order, bool with_others, const Visit& visit);

  Context& context_;
  const std::vector<EdgePaths>& patterns_;
  Table ends_, edges_;  // chunks of one and of two columns
};

}  // namespace quadrille::query
