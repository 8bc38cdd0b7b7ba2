#pragma once

// The triple terms with variables in the template of CONSTRUCT, DELETE or INSERT are computed in its WHERE:
//
//   CONSTRUCT { ?r rdf:reifies <<( ?s ?p ?o )>> }       CONSTRUCT { ?r rdf:reifies ?t }
//   WHERE { ... }                                       WHERE { ... BIND(TRIPLE(?s, ?p, ?o) AS ?t) }
//
// In CONSTRUCT above its solution modifiers, so that GROUP BY, VALUES and LIMIT come before.
// Blank nodes of the template that such a term has are new in each solution: BIND(BNODE() AS ?b).

#include <vector>

#include "parser/detail/build.hpp"
#include "parser/detail/variables.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

// Adds these to `where`. Of `terms`, one within another comes before it. Blank nodes that become variables are replaced
// in the template as well. Fails as depth_above() does.
Pattern with_template_terms(Pattern where, std::vector<TermPattern> terms, std::vector<QuadPattern>& quads,
                            Variables& variables, Position position);

}  // namespace quadrille::parser
