#pragma once

// The built-ins of Jena's rules, as elements of a rule of SPARQL-RL. `?v` is a result: SET(?v := ...) if nothing binds
// it before, otherwise FILTER(?v = ...).
//
//   equal notEqual lessThan greaterThan le ge      FILTER(?x = ?y), !=, <, >, <=, >=
//   isLiteral notLiteral isBNode notBNode          FILTER(isLITERAL(?x)) ...
//   isDType(?l ?t) notDType(?l ?t)                 FILTER(DATATYPE(?l) = ?t), for the datatype itself; Jena's also
//                                                  takes values of derived types
//   notFunctor                                     nothing: no data have functors
//   sum addOne difference product quotient         ?v = ?a + ?b ...; a quotient of integers is a decimal, not truncated
//   min(?a ?b ?v) max                              ?v = IF(?a <= ?b, ?a, ?b)
//   strConcat(?a ... ?v) uriConcat                 ?v = CONCAT(STR(?a), ...), IRI(CONCAT(...))
//   regex(?t ?p)                                   FILTER(REGEX(STR(?t), "^(p)$")): Jena compares the whole text
//   noValue(?s ?p), noValue(?s ?p ?o)              NOT { ?s ?p [] }; a variable that nothing binds before is any term
//   makeSkolem(?v ?a ...)                          ?v = an IRI of the hash of its arguments, not a blank node
//   table tableAll in heads                        nothing: they are advice to Jena's engine
//
// All others are refused by name, with the reason or what to write instead. Built-ins apply behind all patterns of the
// body, in their order, as Jena's forward engine does.

#include <span>
#include <string>
#include <string_view>

#include "parser/detail/rule_builder.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

// `call` is a jenaCall of a body. Throws Error(syntax).
void add_jena_builtin(RuleBuilder& rule, Tree call);

// `call` is one of a head. Returns if it means nothing for what follows. Throws Error(syntax).
void check_jena_action(const Request& request, Tree call);

// `node` is a jenaNode; "_" and "*" are a new variable each, as of a blank node.
Node read_jena_node(Request& request, Tree node);
// Blank nodes are no predicates and no graphs: there such a variable gets a name. All names of the rule are known.
QuadPattern with_named_places(Request& request, QuadPattern quad);

}  // namespace quadrille::parser
