#pragma once

// A triple pattern made ready for the indexes: constants are HURIs, the graph part says where to look.

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "dictionary/huri.hpp"
#include "dictionary/value_ranges.hpp"
#include "parser/expression.hpp"
#include "quadstore/permutation.hpp"
#include "query/table/few.hpp"

namespace quadrille::query {

using parser::VariableId;

// A place of a pattern: a term (by HURI) or a variable.
struct Slot {
  std::optional<VariableId> variable;
  Huri term;

  static Slot of(Huri term) { return {std::nullopt, term}; }
  static Slot of(VariableId variable) { return {variable, kUnbound}; }
};

// Which graphs a pattern is matched in (SPARQL 1.1 Query, 13).
struct GraphScope {
  enum class Kind : std::uint8_t {
    default_graph,  // the unnamed graph
    one,            // one named graph: `graph` is a term
    each,           // every named graph apart: `graph` is a variable
    merged,         // the RDF merge of named graphs: a triple counts once, whatever graphs hold it
    everything,     // the merge of the unnamed graph and all named ones
  };
  Kind kind = Kind::default_graph;
  Slot graph;
  // each, merged: only these graphs, ascending; none given: all.
  std::shared_ptr<const std::vector<Huri>> allowed;
};

// Which terms a variable can have: ascending, not overlapping; none: no term will do.
using TermRanges = std::vector<HuriRange>;

struct QuadPattern {
  std::array<Slot, 3> slots;  // subject, predicate, object
  GraphScope scope;
  // By slot: rows with other terms there are of no use (term_ranges.hpp), and need not be handed on. nullptr: nothing
  // is known.
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
