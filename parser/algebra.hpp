#pragma once

// The SPARQL algebra (SPARQL 1.1 Query, 18.2), as the translation of 18.2.2 defines it. There is one struct for each
// operator; nodes own their children. Nothing is optimised here: a tree is the meaning of the text by the
// specification.

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "parser/expression.hpp"

namespace quadrille::parser {

// A position of a triple pattern: a variable or a term, also a triple term without variables and blank nodes. Blank
// nodes of a pattern are variables (18.2.1); their names start with "_:", and SELECT * leaves them out.
using Node = std::variant<VariableId, Term>;

struct TriplePattern {
  Node subject;
  Node predicate;
  Node object;
};

// A triple term that is not constant, as a variable of its own: in a pattern, it matches the triple terms of these
// components; in a template, it is the triple term that is made of them, if they can make one.
//
//   ?r rdf:reifies <<( ?s <p> 1 )>>        ?r rdf:reifies _:.3 , and {_:.3, ?s, <p>, 1}
struct TermPattern {
  VariableId term = 0;
  Node subject;
  Node predicate;
  Node object;
};

using AlgebraPtr = std::unique_ptr<Algebra>;

// Property paths (9, 18.2.2.4).
enum class PathKind : std::uint8_t {
  link,          // iri
  inverse,       // ^children[0]
  sequence,      // children[0] / children[1] ...
  alternative,   // children[0] | children[1] ...
  zero_or_more,  // children[0]*
  one_or_more,   // children[0]+
  zero_or_one,   // children[0]?
  negated,       // !(forward | ^backward)
};
struct Path {
  PathKind kind = PathKind::link;
  std::string iri;
  std::vector<Path> children;
  std::vector<std::string> forward;   // negated; if `backward` is empty too: !(), any predicate
  std::vector<std::string> backward;  // negated
};

struct Bgp {
  std::vector<TriplePattern> patterns;  // without these and `terms`: the table of one empty solution (Z)
  std::vector<TermPattern> terms = {};
};
struct PathPattern {  // a path other than the sequences and links that 18.2.2.4 turns into patterns
  Node subject;
  Path path;
  Node object;
};
struct Join {
  AlgebraPtr left, right;
};
struct LeftJoin {
  AlgebraPtr left, right;
  std::vector<Expression> conditions;  // all must hold; empty: true
};
struct Filter {
  AlgebraPtr child;
  std::vector<Expression> conditions;  // all must hold
};
struct Union {
  AlgebraPtr left, right;
};
struct Minus {
  AlgebraPtr left, right;
};
struct Graph {
  Node graph;
  AlgebraPtr child;
};
struct Extend {
  AlgebraPtr child;
  VariableId variable = 0;
  Expression expression;
};
struct Values {
  std::vector<VariableId> variables;
  std::size_t rows = 0;
  std::deque<std::optional<Term>> cells;  // rows x variables, row-major; nullopt: UNDEF
};
// Group and AggregateJoin of 18.2.4.1 combined. Keys that are expressions get fresh variables as names.
struct Group {
  struct Key {
    VariableId variable;
    std::optional<Expression> expression;  // nullopt: the variable itself is the key
  };
  struct Output {
    VariableId variable;
    Aggregate aggregate;
    std::vector<Expression> arguments;  // none for COUNT(*), otherwise one
  };
  AlgebraPtr child;
  std::vector<Key> keys;  // none, with `implicit`: one group even if there are no solutions
  std::vector<Output> outputs;
  bool implicit = false;  // no GROUP BY in the text
};
struct Project {
  AlgebraPtr child;
  std::vector<VariableId> variables;
};
struct Distinct {
  AlgebraPtr child;
};
struct Reduced {
  AlgebraPtr child;
};
struct OrderBy {
  struct Key {
    Expression expression;
    bool descending = false;
  };
  AlgebraPtr child;
  std::vector<Key> keys;
};
struct Slice {
  AlgebraPtr child;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> limit;
};
struct Service {
  Node endpoint;
  bool silent = false;
  AlgebraPtr child;
  // The group graph pattern with its braces, for the endpoint: as written, but with absolute IRIs instead of names.
  // Empty for a SERVICE inside another, whose text contains it.
  std::string text;
};

// A call of a procedure, such as a whole-graph algorithm, with the edges that a pattern gives: SERVICE
// <quadrille:algorithm/NAME>, the Cray Graph Engine's INVOKE, Blazegraph's gas:service, QLever's pathSearch. Their
// readers are in detail/invoke_reader.hpp; `query/` knows the procedures. Only results can be seen outside.
struct Invoke {
  struct Edge {  // each solution of the pattern gives one
    Node source, target;
    std::optional<Node> weight;
    bool in_predicate = false;  // the weight stands for a predicate: a term that is not a number means 1
  };
  // A parameter, an input or a result of the procedure.
  struct Argument {
    std::string name;  // empty: by position
    Node value;
  };
  std::string procedure;  // IRI
  AlgebraPtr child;       // the pattern of the edges
  AlgebraPtr inputs;      // patterns that share no variable with the edges, and bind arguments; null: none
  std::vector<Edge> edges;
  std::vector<Node> vertices;  // that may have no edge
  std::vector<Argument> arguments;
  std::vector<Argument> results;  // of INVOKE, by position; the other forms have theirs among the arguments
  // Variables of the pattern that arguments, then results, with the name kEdgeColumn return, in that order.
  std::vector<Node> edge_columns;
  static constexpr const char* kEdgeColumn = "edge";
  static constexpr std::string_view kOwnPrefix = "quadrille:algorithm/";  // of the IRIs of Quadrille's procedures
};

struct Algebra {
  std::variant<Bgp, PathPattern, Join, LeftJoin, Filter, Union, Minus, Graph, Extend, Values, Group, Project, Distinct,
               Reduced, OrderBy, Slice, Service, Invoke>
      node;
  Position position;
};

template <class Operator>
AlgebraPtr make_algebra(Operator&& node, Position position = {}) {
  return std::make_unique<Algebra>(Algebra{std::forward<Operator>(node), position});
}

// The tree as indented text, for tests and EXPLAIN: one operator a line, as S-expressions like in the specification's
// examples. `variables` is Query::variables.
std::string to_text(const Algebra& algebra, const std::vector<std::string>& variables);

}  // namespace quadrille::parser
