#pragma once

// The slots of a group's vertices (graph.hpp). With several groups, each group sends its ghosts to their owners. So an
// owner learns of vertices that have no list there, and of the vertices that other groups have as ghosts.

#include <memory>
#include <span>
#include <vector>

#include "analytics/detail/vertex_numbering.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics::detail {

class GhostExchange {
 public:
  // Collective. Sends the ids of `numbering` that other groups own to them, and adds those that arrive here.
  GhostExchange(Workers& workers, VertexNumbering& numbering);
  // Collective. Sets the bits of own vertices that others have. `graph` has numbers and own.
  std::span<const MirroredVertices> mirrored(const Graph::Parts& graph);

 private:
  Workers& workers_;
  std::span<Huri> sent_;
  std::span<pgas::Block> outgoing_;
  std::unique_ptr<pgas::ExchangeView> view_;
};

// Collective in the group. Sets numbers' slots, huris, own and ghost_begins from graph.numbers.
void assign_slots(Workers& workers, Graph::Parts& graph);

}  // namespace quadrille::analytics::detail
