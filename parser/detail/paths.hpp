#pragma once

// Property paths (SPARQL 1.1 Query, 9).

#include "parser/algebra.hpp"
#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

// The tree of Rule::path.
Path read_path(const Request& request, Tree tree);

// What stands in a run of triples: triple patterns as they are, all else as finished algebra.
using PatternItem = std::variant<TriplePattern, Pattern>;

// `subject path object` in the translation of 18.2.2.4, added to `out`: links become triple patterns, inverses are
// turned round, sequences get a fresh variable at each joint. An alternative becomes a Union, which is what its
// evaluation says (18.4: alternatives count twice what both give). What else there is becomes a PathPattern.
void add_path(Request& request, const Node& subject, const Path& path, const Node& object, Position position,
              std::vector<PatternItem>& out);

// The items as patterns to be joined: neighbouring triple patterns are one Bgp (18.2.2.5).
std::vector<Pattern> to_patterns(std::vector<PatternItem> items, Position position);

}  // namespace quadrille::parser
