#pragma once

// A dataset as a set of quads of text, with a literal implementation of updates, for comparison with the engine.
// Patterns: basic graph patterns, joins and GRAPH. Blank nodes of templates are not supported; a graph exists if it has
// a quad.

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "parser/query.hpp"

namespace quadrille::testing {

// Subject, predicate, object, graph as TSV writes them; the default graph is "".
using NaiveQuad = std::array<std::string, 4>;

class NaiveDataset {
 public:
  std::set<NaiveQuad> quads;

  // False, with nothing changed: the operation fails.
  bool apply(const parser::UpdateOperation& operation);
  // The graphs hold only these quads afterwards.
  void replace(const parser::GraphTarget& target, const std::set<NaiveQuad>& quads);

 private:
  using Solution = std::map<parser::VariableId, std::string>;
  struct Scope {
    std::set<std::string> default_graphs;
    bool all_named = true;
    std::set<std::string> named_graphs;
  };

  std::vector<Solution> solve(const parser::Algebra& algebra, const Scope& scope, const std::set<std::string>& active,
                              std::vector<Solution> before) const;
  std::vector<Solution> match(const parser::TriplePattern& pattern, const std::set<std::string>& active,
                              const std::vector<Solution>& before) const;
  void modify(const parser::UpdateOperation& operation);
  void clear(const parser::GraphTarget& target);
  bool between(const parser::UpdateOperation& operation);
  bool has_graph(const std::string& graph) const;
};

}  // namespace quadrille::testing
