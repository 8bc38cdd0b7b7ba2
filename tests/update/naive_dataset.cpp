#include "tests/update/naive_dataset.hpp"

#include <optional>

#include "base/error.hpp"

namespace quadrille::testing {

namespace {

using namespace parser;

std::string name_of(const std::string& iri) {
  return "<" + iri + ">";
}

// As in TSV: numbers bare.
std::string name_of(TermView term) {
  const bool is_bare = term.datatype == iri::kXsdInteger || term.datatype == iri::kXsdDecimal;
  return is_bare ? std::string(term.text) : to_ntriples(term);
}

std::string graph_of(const GraphTarget& target) {
  return target.kind == GraphTargetKind::graph ? name_of(target.iri) : "";
}

}  // namespace

bool NaiveDataset::apply(const UpdateOperation& operation) {
  switch (operation.kind) {
    case UpdateKind::insert_data:
    case UpdateKind::delete_data:
    case UpdateKind::modify:
      modify(operation);
      return true;
    case UpdateKind::clear:
    case UpdateKind::drop:
      clear(operation.target);
      return true;
    case UpdateKind::create:
      return operation.silent || !has_graph(graph_of(operation.target));
    case UpdateKind::load:
      return operation.silent;
    default:
      return between(operation);
  }
}

bool NaiveDataset::has_graph(const std::string& graph) const {
  for (const NaiveQuad& quad : quads) {
    if (quad[3] == graph) return true;
  }
  return false;
}

void NaiveDataset::clear(const GraphTarget& target) {
  std::erase_if(quads, [&](const NaiveQuad& quad) {
    switch (target.kind) {
      case GraphTargetKind::all:
        return true;
      case GraphTargetKind::named:
        return !quad[3].empty();
      default:
        return quad[3] == graph_of(target);
    }
  });
}

bool NaiveDataset::between(const UpdateOperation& operation) {
  const std::string from = graph_of(operation.source), to = graph_of(operation.target);
  if (!from.empty() && !has_graph(from)) return operation.silent;
  if (from == to) return true;
  if (operation.kind != UpdateKind::add) clear(operation.target);
  const std::set<NaiveQuad> before = quads;
  for (NaiveQuad quad : before) {
    if (quad[3] != from) continue;
    quad[3] = to;
    quads.insert(quad);
  }
  if (operation.kind == UpdateKind::move) clear(operation.source);
  return true;
}

std::vector<NaiveDataset::Solution> NaiveDataset::match(const TriplePattern& pattern,
                                                        const std::set<std::string>& active,
                                                        const std::vector<Solution>& before) const {
  std::vector<Solution> after;
  for (const Solution& solution : before) {
    for (const NaiveQuad& quad : quads) {
      if (!active.contains(quad[3])) continue;
      Solution extended = solution;
      bool fits = true;
      const auto place = [&](const Node& node, const std::string& value) {
        if (const auto* term = std::get_if<Term>(&node)) {
          fits = fits && name_of(term->view()) == value;
        } else {
          fits = fits && extended.emplace(std::get<VariableId>(node), value).first->second == value;
        }
      };
      place(pattern.subject, quad[0]), place(pattern.predicate, quad[1]), place(pattern.object, quad[2]);
      if (fits) after.push_back(std::move(extended));
    }
  }
  return after;
}

std::vector<NaiveDataset::Solution> NaiveDataset::solve(const Algebra& algebra, const Scope& scope,
                                                        const std::set<std::string>& active,
                                                        std::vector<Solution> before) const {
  if (const auto* bgp = std::get_if<Bgp>(&algebra.node)) {
    for (const TriplePattern& pattern : bgp->patterns) before = match(pattern, active, before);
    return before;
  }
  if (const auto* join = std::get_if<Join>(&algebra.node)) {
    return solve(*join->right, scope, active, solve(*join->left, scope, active, std::move(before)));
  }
  const auto* graph = std::get_if<Graph>(&algebra.node);
  if (graph == nullptr) fail(ErrorKind::internal, "the naive dataset knows patterns, joins and GRAPH alone");
  std::set<std::string> names;
  for (const NaiveQuad& quad : quads) {
    if (!quad[3].empty() && (scope.all_named || scope.named_graphs.contains(quad[3]))) names.insert(quad[3]);
  }
  std::vector<Solution> after;
  for (const std::string& name : names) {
    for (Solution solution : before) {
      if (const auto* term = std::get_if<Term>(&graph->graph)) {
        if (name_of(term->view()) != name) continue;
      } else if (solution.emplace(std::get<VariableId>(graph->graph), name).first->second != name) {
        continue;
      }
      for (Solution& inner : solve(*graph->child, scope, {name}, {solution})) after.push_back(std::move(inner));
    }
  }
  return after;
}

void NaiveDataset::modify(const UpdateOperation& operation) {
  const auto& used = operation.using_clause;
  Scope scope;
  if (!used.empty()) {
    for (const std::string& iri : used.default_graphs) scope.default_graphs.insert(name_of(iri));
    scope.all_named = false;
    for (const std::string& iri : used.named_graphs) scope.named_graphs.insert(name_of(iri));
  } else {
    scope.default_graphs.insert(operation.with ? name_of(*operation.with) : "");
  }
  std::vector<Solution> solutions{{}};
  if (operation.where) solutions = solve(*operation.where, scope, scope.default_graphs, std::move(solutions));

  std::set<NaiveQuad> deletes, inserts;
  const auto instantiate = [&](const std::vector<QuadPattern>& patterns, std::set<NaiveQuad>& out) {
    for (const Solution& solution : solutions) {
      for (const auto& [triple, graph] : patterns) {
        bool is_whole = true;
        const auto value = [&](const Node& node) -> std::string {
          if (const auto* term = std::get_if<Term>(&node)) return name_of(term->view());
          const auto bound = solution.find(std::get<VariableId>(node));
          is_whole = is_whole && bound != solution.end();
          return bound == solution.end() ? "" : bound->second;
        };
        const std::string here = operation.with ? name_of(*operation.with) : "";
        const NaiveQuad quad{value(triple.subject), value(triple.predicate), value(triple.object),
                             graph ? value(*graph) : here};
        const bool is_legal = (quad[0].starts_with('<') || quad[0].starts_with('_')) && quad[1].starts_with('<') &&
                              (quad[3].empty() || quad[3].starts_with('<'));
        if (is_whole && is_legal) out.insert(quad);
      }
    }
  };
  instantiate(operation.delete_template, deletes);
  instantiate(operation.insert_template, inserts);
  for (const NaiveQuad& quad : deletes) quads.erase(quad);
  quads.insert(inserts.begin(), inserts.end());
}

void NaiveDataset::replace(const GraphTarget& target, const std::set<NaiveQuad>& its) {
  clear(target);
  quads.insert(its.begin(), its.end());
}

}  // namespace quadrille::testing
