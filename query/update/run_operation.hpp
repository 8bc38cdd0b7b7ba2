#pragma once

// run_operation() runs one operation of an update on one state (SPARQL 1.1 Update, 3 and 4), on all images of a team:
// from the parsed operation to the quads that it requests to delete and to insert. It changes nothing.
//
//   INSERT DATA        each image takes a part of the quads
//   DELETE DATA        likewise
//   DELETE/INSERT      WHERE by a query plan; each image makes the quads of its solutions
//   LOAD               the first member reads the document
//   CLEAR DROP         the graphs as a whole
//   CREATE ADD MOVE COPY                 each image its own quads of the graphs
//        |
//   stored terms (stored_terms.hpp)      new ones are interned, blank nodes get counters
//        |
//   to the owners of the subjects        one exchange; sorted there, each quad once
//
// A graph exists as long as it holds a quad. So CREATE only checks, and CLEAR and DROP are the same and never fail.
// CREATE of an existing graph, and ADD, MOVE and COPY of a named graph that does not exist, fail with ErrorKind::user,
// or do nothing if they are SILENT.

#include "base/write_rights.hpp"
#include "dictionary/delta_interner.hpp"
#include "parser/query.hpp"
#include "query/procedures/callees.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_changes.hpp"
#include "query/update/quad_source.hpp"
#include "query/update/state_context.hpp"

namespace quadrille::query {

struct UpdateOptions {
  bool union_default_graph = false;         // in WHERE without a dataset
  WriteRights rights = WriteRights::all();  // of the user; graphs that he may not change are Error(forbidden)
  bool reads_closure = true;                // false: he does not see what follows by rules
  LoadRules load;
  Callees callees = {};
};

// Collective over context.team, whose members together have all shards open. Call it inside Team::run(). Returns the
// part of the operation that this image owns: requested changes, in OwnerOrder.
QuadChanges run_operation(StateContext& context, DeltaInterner& interner, FreshBlanks& blanks,
                          const parser::UpdateOperation& operation, const UpdateOptions& options);

// Collective. The same for the quads of a document: those without a graph go to `target` (kDefaultGraph, or an
// interned IRI). `source` on the first member, nullptr on the others. `rights`: to change graphs.
QuadChanges insert_document(Context& context, DeltaInterner& interner, FreshBlanks& blanks, QuadSource* source,
                            const parser::GraphTarget& target, const GraphRights& rights);

// Opens document `number`; on the first member, nullptr on the others.
using OpenDocument = std::function<std::unique_ptr<QuadSource>(std::uint64_t number)>;

// Collective. The changes that make graphs hold exactly the documents' quads: the default graph, a named one, or all
// graphs. Effective changes: existing quads stay.
QuadChanges replace_by_documents(StateContext& context, DeltaInterner& interner, FreshBlanks& blanks,
                                 std::uint64_t documents, const OpenDocument& open, const parser::GraphTarget& target,
                                 const WriteRights& rights);

}  // namespace quadrille::query
