#pragma once

// One operation of an update on one state (SPARQL 1.1 Update, 3 and 4), by all images of a team: from the parsed
// operation to the quads that it asks to delete and to insert. Nothing is changed.
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
// Graphs are there as long as they hold a quad. So CREATE does nothing but look, CLEAR and DROP are the same and never
// fail; CREATE of a graph that is there, and ADD, MOVE and COPY of a named one that is not, fail with ErrorKind::user,
// or do nothing if they are SILENT.

#include "dictionary/delta_interner.hpp"
#include "parser/query.hpp"
#include "query/service/service_client.hpp"
#include "query/table/context.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_changes.hpp"
#include "query/update/quad_source.hpp"

namespace quadrille::query {

struct UpdateOptions {
  bool union_default_graph = false;  // in WHERE, where no dataset is named
  LoadRules load;
  const ServiceClient* services = nullptr;  // on the first member; none: SERVICE is refused
};

// Collective over context.team, whose members together have all shards open. Inside of Team::run(). Returns what this
// image owns of the operation: asked changes, in OwnerOrder.
QuadChanges run_operation(Context& context, DeltaInterner& interner, FreshBlanks& blanks,
                          const parser::UpdateOperation& operation, const UpdateOptions& options);

// Collective. The quads of a document, likewise: those that name no graph go to `target` (kDefaultGraph, or an interned
// IRI). `source` on the first member, nullptr on the others.
QuadChanges insert_document(Context& context, DeltaInterner& interner, FreshBlanks& blanks, QuadSource* source,
                            const parser::GraphTarget& target);

// Opens document `number`; on the first member, nullptr on the others.
using OpenDocument = std::function<std::unique_ptr<QuadSource>(std::uint64_t number)>;

// Collective. What makes graphs hold the documents' quads and nothing else: the default graph, a named one, or all
// graphs. Effective changes: what is there already stays.
QuadChanges replace_by_documents(Context& context, DeltaInterner& interner, FreshBlanks& blanks,
                                 std::uint64_t documents, const OpenDocument& open, const parser::GraphTarget& target);

}  // namespace quadrille::query
