#include "parser/detail/term_places.hpp"

#include "parser/algebra_parts.hpp"

namespace quadrille::parser {

namespace {

class TermWalk {
 public:
  // `is_set`: no term below can be replaced.
  TermWalk(const TermVisitor& visitor, bool is_set) : visitor_(visitor), is_set_(is_set) {}

  void at(Term& term) {
    if (is_set_) return visitor_.set(term.text), visitor_.set(term.datatype);
    visitor_.free(term);
  }
  void at(Node& node) {
    if (auto* term = std::get_if<Term>(&node)) at(*term);
  }
  void at(TriplePattern& pattern) { at(pattern.subject), set(pattern.predicate), at(pattern.object); }
  void at(QuadPattern& pattern) {
    at(pattern.triple);
    if (pattern.graph) set(*pattern.graph);
  }
  void at(TermPattern& pattern) { at(pattern.subject), set(pattern.predicate), at(pattern.object); }
  void at(Path& path) {
    visitor_.set(path.iri);
    for (const std::string& iri : path.forward) visitor_.set(iri);
    for (const std::string& iri : path.backward) visitor_.set(iri);
    all(path.children);
  }
  void at(Expression& expression) {
    visitor_.expression(expression);
    if (expression.kind == ExpressionKind::constant) at(expression.constant);
    visitor_.set(expression.iri);
    visitor_.set(expression.aggregate.separator);
    all(expression.arguments);
    // Expressions share their patterns, so these are not changed.
    if (expression.pattern) TermWalk(visitor_, true).at(const_cast<Algebra&>(*expression.pattern));
  }
  void at(Algebra& algebra) {
    std::visit([this](auto& node) { look(node); }, algebra.node);
  }
  template <class Items>
  void all(Items& items) {
    for (auto& item : items) at(item);
  }
  void at(Dataset& dataset) {
    for (const std::string& iri : dataset.default_graphs) visitor_.set(iri);
    for (const std::string& iri : dataset.named_graphs) visitor_.set(iri);
  }

 private:
  void set(Node& node) { TermWalk(visitor_, true).at(node); }

  template <class Operator>
  void look(Operator& op) {
    for_each_part(op, [this](auto& part) { at(part); });
  }
  void look(Graph& graph) { set(graph.graph), at(*graph.child); }
  void look(Group& group) {
    for (const auto& output : group.outputs) visitor_.set(output.aggregate.separator);
    look<Group>(group);
  }
  void look(Service& service) {
    visitor_.set(service.text), set(service.endpoint);
    if (service.child) at(*service.child);
  }

  void look(Invoke& invoke) {
    visitor_.set(invoke.procedure);
    for (auto* list : {&invoke.arguments, &invoke.results}) {
      for (Invoke::Argument& argument : *list) visitor_.set(argument.name);
    }
    at(*invoke.child);
    if (invoke.inputs) at(*invoke.inputs);
    TermWalk fixed(visitor_, true);
    for (Invoke::Edge& edge : invoke.edges) {
      fixed.at(edge.source), fixed.at(edge.target);
      if (edge.weight) fixed.at(*edge.weight);
    }
    fixed.all(invoke.vertices);
    for (auto* list : {&invoke.arguments, &invoke.results}) {
      for (Invoke::Argument& argument : *list) fixed.at(argument.value);
    }
  }

  const TermVisitor& visitor_;
  const bool is_set_;
};

}  // namespace

void visit_terms(Query& query, const TermVisitor& visitor) {
  TermWalk walk(visitor, false);
  walk.at(query.dataset);
  if (query.where) walk.at(*query.where);
  walk.all(query.construct_template);
  walk.all(query.described);
}

}  // namespace quadrille::parser
