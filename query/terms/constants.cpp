#include "query/terms/constants.hpp"

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
  void add(const AlgebraPtr& child) {
    if (child) add(*child);
  }
  void add(const Algebra& algebra) {
    std::visit([this](const auto& node) { look(node); }, algebra.node);
  }
  template <class Item>
  void add_all(const std::vector<Item>& items) {
    for (const Item& item : items) add(item);
  }

 private:
  void look(const Bgp& bgp) { add_all(bgp.patterns); }
  void look(const PathPattern& path) { add(path.subject), add(path.path), add(path.object); }
  void look(const Join& join) { add(join.left), add(join.right); }
  void look(const LeftJoin& join) { add(join.left), add(join.right), add_all(join.conditions); }
  void look(const Filter& filter) { add(filter.child), add_all(filter.conditions); }
  void look(const Union& both) { add(both.left), add(both.right); }
  void look(const Minus& minus) { add(minus.left), add(minus.right); }
  void look(const Graph& graph) { add(graph.graph), add(graph.child); }
  void look(const Extend& extend) { add(extend.child), add(extend.expression); }
  void look(const Values& values) {
    for (const auto& term : values.cells) {
      if (term) add(*term);
    }
  }
  void look(const Group& group) {
    add(group.child);
    for (const auto& key : group.keys) {
      if (key.expression) add(*key.expression);
    }
    for (const auto& output : group.outputs) add_all(output.arguments);
  }
  void look(const Project& project) { add(project.child); }
  void look(const Distinct& distinct) { add(distinct.child); }
  void look(const Reduced& reduced) { add(reduced.child); }
  void look(const OrderBy& order) {
    add(order.child);
    for (const auto& key : order.keys) add(key.expression);
  }
  void look(const Slice& slice) { add(slice.child); }
  void look(const Service&) {}  // other servers look up their constants themselves

  std::vector<TermView>& out_;
};

}  // namespace

std::vector<TermView> constants_of(const parser::Query& query) {
  std::vector<TermView> terms;
  Collector collector(terms);
  for (const std::string& iri : query.dataset.default_graphs) collector.add_iri(iri);
  for (const std::string& iri : query.dataset.named_graphs) collector.add_iri(iri);
  collector.add(query.where);
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
  collector.add(operation.where);
  return terms;
}

}  // namespace quadrille::query
