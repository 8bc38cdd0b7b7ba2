#pragma once

// Quads of documents on their way to an operation: the terms get their HURIs, the quads go to the owners of their
// subjects.

#include <vector>

#include "dictionary/delta_interner.hpp"
#include "query/table/context.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/numbered_quads.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Collective. The operation that inserts the quads of all images, each of them on any image: asked changes.
QuadChanges insert_quads(Context& context, std::vector<Quad> quads);

// Collective, each member with its own quads. The same for quads whose terms have no HURIs yet; blank nodes get fresh
// ones. Each different term of an image is looked up once, 32768 at a time.
QuadChanges insert_numbered(Context& context, DeltaInterner& interner, FreshBlanks& blanks, NumberedQuads& source);

}  // namespace quadrille::query
