#pragma once

// A QuadPattern is a triple pattern prepared for the indexes: its constants are HURIs, and its graph part defines
// where to look.

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "dictionary/huri.hpp"
#include "dictionary/value_ranges.hpp"
#include "parser/expression.hpp"
#include "quadstore/permutation.hpp"
#include "query/table/few.hpp"
#include "query/table/graph_list.hpp"

namespace quadrille::query {

using parser::VariableId;

// A slot of a pattern: a term (as HURI) or a variable.
struct Slot {
  std::optional<VariableId> variable;
  Huri term;

  static Slot of(Huri term) { return {std::nullopt, term}; }
  static Slot of(VariableId variable) { return {variable, kUnbound}; }
};

// The graphs in which a pattern is matched (SPARQL 1.1 Query, 13).
struct GraphScope {
  enum class Kind : std::uint8_t {
    default_graph,  // the unnamed graph
    one,            // one named graph: `graph` is a term
    each,           // every named graph separately: `graph` is a variable
    merged,         // the RDF merge of named graphs: a triple counts once, however many graphs hold it
    everything,     // the merge of the unnamed graph and all named ones
    triple_terms,   // no graph: the table of triple terms; `graph` is the triple term, a variable
  };
  Kind kind = Kind::default_graph;
  Slot graph;
  // For each, merged and everything: only these named graphs, ascending; nullptr: all.
  GraphListPtr allowed;

  // The two parts of `everything`.
  static GraphScope unnamed_part() { return {}; }
  GraphScope named_part() const { return {Kind::merged, {}, allowed}; }
  // The table of triple terms, whose triple term is `term`.
  static GraphScope of_triple(VariableId term) { return {Kind::triple_terms, Slot::of(term), {}}; }
  // True if `graph` is a variable that the pattern binds.
  bool binds() const { return kind == Kind::each || kind == Kind::triple_terms; }
  // True if no quad is in it, whatever the data.
  bool is_empty() const { return (kind == Kind::each || kind == Kind::merged) && allowed && allowed->empty(); }
};

// The terms that a variable can have: ascending ranges that do not overlap. Empty: no term matches.
using TermRanges = std::vector<HuriRange>;

struct QuadPattern {
  std::array<Slot, 3> slots;  // subject, predicate, object
  GraphScope scope;
  // By slot: the terms that are useful (term_ranges.hpp); rows with other terms may be left out. nullptr: no
  // restriction is known.
  std::array<std::shared_ptr<const TermRanges>, 3> ranges{};

  const Slot& operator[](Position position) const {
    return position == Position::graph ? scope.graph : slots[static_cast<std::size_t>(index(position))];
  }
  bool in_default_graph() const { return scope.kind == GraphScope::Kind::default_graph; }

  // All variables, each once, in the order subject, predicate, object, graph.
  Few<VariableId, 4> variables() const;
  bool has(VariableId variable) const;
};

}  // namespace quadrille::query
