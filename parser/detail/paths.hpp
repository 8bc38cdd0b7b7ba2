#pragma once

// Reads property paths (SPARQL 1.1 Query, 9).

#include "parser/algebra.hpp"
#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

// The tree of Rule::path.
Path read_path(const Request& request, Tree tree);

// An element of a run of triples: triple patterns and those of triple terms stay unchanged, everything else is finished
// algebra.
using PatternItem = std::variant<TriplePattern, TermPattern, Pattern>;

// Adds `subject path object` to `out`, in the translation of 18.2.2.4: links become triple patterns, inverses are
// reversed, sequences get a fresh variable at each joint. An alternative becomes a Union, which is its evaluation
// (18.4: a solution of both alternatives counts twice). Other paths become a PathPattern.
void add_path(Request& request, const Node& subject, const Path& path, const Node& object, Position position,
              std::vector<PatternItem>& out);

// The items as patterns to join: neighbouring ones are one Bgp (18.2.2.5).
std::vector<Pattern> to_patterns(std::vector<PatternItem> items, Position position);

}  // namespace quadrille::parser
