#include "query/terms/constants.hpp"

#include "parser/algebra_parts.hpp"

namespace quadrille::query {

namespace {

using namespace parser;

class Collector {
 public:
  explicit Collector(std::vector<TermView>& out) : out_(out) {}

  void add(const Term& term) {
    if (term.kind != TermKind::blank) out_.push_back(term.view());
  }
  void add_iri(const std::string& iri) { out_.push_back(TermView::iri(iri)); }
  void add(const Node& node) {
    if (const auto* term = std::get_if<Term>(&node)) add(*term);
  }
  void add(const TriplePattern& pattern) { add(pattern.subject), add(pattern.predicate), add(pattern.object); }
  void add(const parser::TermPattern& pattern) { add(pattern.subject), add(pattern.predicate), add(pattern.object); }
  void add(const parser::QuadPattern& pattern) {
    add(pattern.triple);
    if (pattern.graph) add(*pattern.graph);
  }
  void add(const parser::GraphTarget& target) {
    if (target.kind == parser::GraphTargetKind::graph && !target.iri.empty()) add_iri(target.iri);
  }
  void add(const Expression& expression) {
    if (expression.kind == ExpressionKind::constant) add(expression.constant);
    for (const Expression& argument : expression.arguments) add(argument);
    if (expression.pattern) add(*expression.pattern);
  }
  void add(const Path& path) {
    if (path.kind == PathKind::link) add_iri(path.iri);
    for (const std::string& iri : path.forward) add_iri(iri);
    for (const std::string& iri : path.backward) add_iri(iri);
    add_all(path.children);
  }
  void add(const Algebra& algebra) {
    if (std::holds_alternative<Service>(algebra.node)) return;  // other servers look up their constants themselves
    std::visit([this](const auto& op) { for_each_part(op, [this](const auto& part) { add(part); }); }, algebra.node);
  }
  template <class Item>
  void add_all(const std::vector<Item>& items) {
    for (const Item& item : items) add(item);
  }

 private:
  std::vector<TermView>& out_;
};

}  // namespace

std::vector<TermView> constants_of(const parser::Query& query) {
  std::vector<TermView> terms;
  Collector collector(terms);
  for (const std::string& iri : query.dataset.default_graphs) collector.add_iri(iri);
  for (const std::string& iri : query.dataset.named_graphs) collector.add_iri(iri);
  if (query.where) collector.add(*query.where);
  collector.add_all(query.construct_template);
  collector.add_all(query.described);
  return terms;
}

std::vector<TermView> constants_of(const parser::UpdateOperation& operation) {
  std::vector<TermView> terms;
  if (operation.kind == parser::UpdateKind::insert_data) return terms;
  Collector collector(terms);
  if (operation.with) collector.add_iri(*operation.with);
  for (const std::string& iri : operation.using_clause.default_graphs) collector.add_iri(iri);
  for (const std::string& iri : operation.using_clause.named_graphs) collector.add_iri(iri);
  collector.add_all(operation.delete_template);
  collector.add_all(operation.insert_template);
  collector.add(operation.source);
  collector.add(operation.target);
  if (operation.where) collector.add(*operation.where);
  return terms;
}

}  // namespace quadrille::query
