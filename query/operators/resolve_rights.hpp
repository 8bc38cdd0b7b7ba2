#pragma once

// resolve_rights() makes the view of a user: the graphs that he may read in one state of the database.

#include "base/graph_rights.hpp"
#include "query/operators/rights_memory.hpp"
#include "query/table/context.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

// Collective where not all shards, or not all terms, are here; otherwise local. The same on all images. With all rights
// it costs nothing; an IRI costs a look-up; with prefixes it searches each graph whose name may have one, and each that
// a change has named, once in each shard, and reads its name, unless `memory` has the graphs; it may be null. In a team
// whose base is spread, find_all() has been asked for the rights' IRIs.
GraphView resolve_rights(Context& context, const Snapshot& snapshot, const GraphRights& rights, RightsMemory* memory);

}  // namespace quadrille::query
