#pragma once

// Reads calls of procedures into Invoke nodes:
//
//   SERVICE algo:pagerank { [] algo:source ?a ; ... { ?a ex:knows ?b } }      triples with names below kAlgorithms
//   { CONSTRUCT { ?s ?w ?o } WHERE { ... } INVOKE <...>(0.85) PRODUCING ?v ?r }  of the Cray Graph Engine
//   SERVICE gas:service { gas:program gas:gasClass "...BFS" ; gas:in <x> ; gas:out ?v }    of Blazegraph
//   SERVICE pathSearch: { _:p pathSearch:source <x> ; ... { SELECT * { ?a ex:knows ?b } } }   of QLever
//
// The patterns of a block fall into parts that share no variable. Parts with a column of the edges are the edges (their
// rows together), the others are inputs.

#include <string_view>

#include "parser/detail/build.hpp"
#include "parser/detail/groups.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

inline constexpr std::string_view kAlgorithms = Invoke::kOwnPrefix;
inline constexpr std::string_view kGas = "http://www.bigdata.com/rdf/gas#";
inline constexpr std::string_view kPathSearch = "https://qlever.cs.uni-freiburg.de/pathSearch/";
// The algorithm whose results are edges, in columns that have the names of the pattern's.
inline constexpr std::string_view kPathsProcedure = "quadrille:algorithm/paths";

// True for SERVICE blocks that are calls.
bool is_procedure(const Node& endpoint);

// The call of a SERVICE block with this endpoint, which is_procedure(), and this group.
// Throws Error(syntax) without edges, and for columns that the patterns do not have.
Pattern read_procedure(Request& request, const Node& endpoint, GroupParts group, Position position);

// `tree` is a subConstruct.
Pattern read_invoke(Request& request, Tree tree);

}  // namespace quadrille::parser
