#pragma once

// A StateContext is the Context of the database's own work on a state: it shows all graphs, and has the snapshot.

#include "query/table/context.hpp"

namespace quadrille::query {

class StateContext : public Context {
 public:
  // The snapshot outlives it.
  StateContext(pgas::Team& its_team, pgas::QueryArena& its_arena, const Snapshot& its_snapshot,
               QueryDictionary& its_dictionary)
      : Context(its_team, its_arena, GraphView::all(its_snapshot), its_dictionary), snapshot(its_snapshot) {}

  const Snapshot& snapshot;
};

}  // namespace quadrille::query
