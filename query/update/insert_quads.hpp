#pragma once

// Functions that turn quads of documents into an operation: terms get their HURIs, and quads are sent to the owners of
// their subjects.

#include <vector>

#include "dictionary/delta_interner.hpp"
#include "query/table/context.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/numbered_quads.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Collective. Returns the operation that inserts the quads of all images, each given on any image: requested changes.
QuadChanges insert_quads(Context& context, std::vector<Quad> quads);

// Collective, each member with its own quads. The same for quads whose terms have no HURIs yet; blank nodes get fresh
// ones. Each different term of an image is looked up once, 32768 at a time.
QuadChanges insert_numbered(Context& context, DeltaInterner& interner, FreshBlanks& blanks, NumberedQuads& source);

}  // namespace quadrille::query
