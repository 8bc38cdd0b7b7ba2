#pragma once

// The rows of the table of triple terms that an update adds: one for each triple term of the delta vocabulary.

#include "dictionary/delta_interner.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Collective. Adds the rows of the triple terms that the interner has met to changes.terms, at the owners of their
// shards, in OwnerOrder. Some may be stored already. One gather if there are none.
void add_triple_rows(pgas::Team& team, pgas::QueryArena& arena, std::uint32_t shards, DeltaInterner& interner,
                     QuadChanges& changes);

}  // namespace quadrille::query
