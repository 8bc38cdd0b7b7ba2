#pragma once

// Rule languages, all read as a RuleSet:
//
//   format      names      a rule
//   srl         .srl       RULE { ?x :uncle ?z } WHERE { ?x :parent ?y . ?y :brother ?z }          SPARQL-RL
//   jena        .rules     [uncles: (?x :parent ?y) (?y :brother ?z) -> (?x :uncle ?z)]            Apache Jena
//   cge         .txt       (?x :parent ?y) (?y :brother ?z) -> (?x :uncle ?z)                      Cray Graph Engine
//   n3          .n3        { ?x :parent ?y . ?y :brother ?z } => { ?x :uncle ?z } .                Notation3
//   construct   .rq        CONSTRUCT { ?x :uncle ?z } WHERE { ?x :parent ?y . ?y :brother ?z }     SPARQL queries
//               .sparql
//
// Jena: names, @prefix, @include of files, "#" and "//" comments, rules in brackets or with a "." at the end, "->" and
// "<-" (a backward rule says the same as the forward rule with its sides exchanged), `_` and `*` for any term. The
// prefixes rdf, rdfs, owl and xsd need no declaration. Extension: (?s ?p ?o ?g) is a quad. Built-ins are translated, or
// refused by name: detail/jena_builtins.hpp. Without variables and conditions `-> (:a :p :b)` is data. Refused: rules
// inside of rules, functors, blank nodes by name.
//
// CGE: HPE's guide (a00113913en_us_v2, "About Inference Rules Files" and "Limitations to Jena Rules Syntax") says:
// prefixes, then rules `quads -> quads`, in Jena's syntax without @include, built-ins, brackets, names and "<-". The
// reader takes all that it takes of Jena. What was read of the guide does not show how a rule ends or where the graph
// of a quad is: a rule ends with a "." or with the line in front of the next one, and the graph is the fourth term, as
// in N-Quads.
//
// N3: @prefix, @base and SPARQL's forms of them, `=>` (log:implies) and `<=`, `=` (owl:sameAs), `a`, lists, blank
// nodes; `{ ... } => false` is a contradiction. Facts are data. Refused: built-ins, formulae as terms or inside of
// others, @forAll and @forSome, paths (! and ^), `is ... of` and `has`.
//
// CONSTRUCT: queries separated by ";", with the body of a rule: triples, the paths / and ^, FILTER, BIND (as SET), NOT
// EXISTS and MINUS (as NOT), GRAPH, subqueries. Filters count at the end of the body, as in SPARQL. Extension: GRAPH in
// templates. Refused: OPTIONAL, UNION, VALUES, SERVICE, nested groups, FROM, solution modifiers; a MINUS that shares no
// variable.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/rule_set.hpp"

namespace quadrille::parser {

enum class RuleFormat : std::uint8_t { srl, jena, cge, n3, construct };

// "srl", "jena", "cge", "n3", "construct".
std::vector<std::string> rule_format_names();
std::string rule_format_name(RuleFormat format);
std::optional<RuleFormat> find_rule_format(std::string_view name);

// By the ending of a file's name, in any case of letters.
std::optional<RuleFormat> rule_format_of_file(std::string_view file_name);

// Local. Throws Error(syntax) with line and column for text that is wrong or cannot be a rule of SPARQL-RL, and
// Error(unsupported) as parse_rule_set().
RuleSet parse_rules(RuleFormat format, std::string_view text, std::string_view base = {});

}  // namespace quadrille::parser
