#pragma once

// Expressions of SPARQL (SPARQL 1.1 Query, 17), as a tree. There is one kind for each row of the specification's
// operator and function tables; `Builtin` names the functions of 17.4 by their keywords.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/term.hpp"

namespace quadrille::parser {

struct Algebra;

// A variable of one query: an index into Query::variables.
using VariableId = std::uint32_t;

// Line and column of the query text, both from 1; column counts characters.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

enum class ExpressionKind : std::uint8_t {
  variable,
  constant,
  logical_or,   // || of two, with the error table of 17.2; long chains are balanced trees
  logical_and,  // &&
  logical_not,
  equal,
  not_equal,
  less,
  greater,
  less_equal,
  greater_equal,
  in,  // arguments[0] IN (arguments[1..])
  not_in,
  add,
  subtract,
  multiply,
  divide,
  unary_plus,
  unary_minus,
  function,  // builtin, on arguments
  call,      // function named by an IRI (casts of 17.5 and extensions): `iri`, on arguments
  exists,    // pattern
  not_exists,
  aggregate,  // aggregate, on arguments; only inside SELECT, HAVING and ORDER BY before translation, never in Algebra
};

enum class Builtin : std::uint8_t {
  str,
  lang,
  lang_matches,
  datatype,
  bound,
  iri,
  bnode,
  rand,
  abs,
  ceil,
  floor,
  round,
  concat,
  strlen,
  ucase,
  lcase,
  encode_for_uri,
  contains,
  strstarts,
  strends,
  strbefore,
  strafter,
  year,
  month,
  day,
  hours,
  minutes,
  seconds,
  timezone,
  tz,
  now,
  uuid,
  struuid,
  md5,
  sha1,
  sha256,
  sha384,
  sha512,
  coalesce,
  if_,
  strlang,
  strdt,
  sameterm,
  is_iri,
  is_blank,
  is_literal,
  is_numeric,
  regex,
  substr,
  replace,
  lang_dir,
  has_lang,
  has_lang_dir,
  strlang_dir,
  is_triple,
  triple,
  subject,
  predicate,
  object,
};

// The arguments are those of the text; IRI has the base of the query as a second, constant argument, if there is a
// base. The name is as in a query's text, in upper case: "STRSTARTS", "isIRI".
std::string_view name(Builtin builtin);

enum class AggregateKind : std::uint8_t { count, sum, min, max, avg, sample, group_concat };

struct Aggregate {
  AggregateKind kind = AggregateKind::count;
  bool distinct = false;
  bool star = false;            // COUNT(*)
  std::string separator = " ";  // GROUP_CONCAT
};

struct Expression {
  ExpressionKind kind = ExpressionKind::constant;
  Position position;
  std::vector<Expression> arguments;
  VariableId variable = 0;                 // variable
  Term constant;                           // constant
  Builtin builtin = Builtin::str;          // function
  std::string iri;                         // call
  bool distinct = false;                   // call with DISTINCT (extension aggregates; not in SPARQL 1.1's own)
  Aggregate aggregate;                     // aggregate
  std::shared_ptr<const Algebra> pattern;  // exists, not_exists
};

}  // namespace quadrille::parser
