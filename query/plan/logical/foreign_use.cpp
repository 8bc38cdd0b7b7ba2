#include "query/plan/logical/foreign_use.hpp"

#include <fmt/format.h>

#include "parser/algebra_parts.hpp"
#include "parser/foreign_names.hpp"

namespace quadrille::query {

namespace {

using namespace parser;

// Collective where not all shards are here.
bool has_rows_at(RowCounts& counts, const AccessPath& path) {
  counts.rows(path);
  counts.learn();
  return counts.rows(path) > 0;
}

bool has_rows_of_predicate(const DataOfQuery& data, Huri predicate) {
  const EqualTerms* const equal = data.view.classes();
  const Huri stored = equal ? equal->representative(predicate) : predicate;
  const GraphStatistics* const unnamed = data.view.statistics(false);
  if (unnamed && unnamed->find(stored).rows > 0) return true;
  if (const GraphStatistics* const named = data.view.statistics(true)) return named->find(predicate).rows > 0;
  AccessPath path;
  path.permutation = Permutation::psog;
  path.prefix.push_back(Slot::of(predicate));
  path.allowed_graphs = data.view.named();
  return has_rows_at(data.counts, path);
}

bool has_rows_in_graph(const DataOfQuery& data, Huri graph) {
  if (!data.view.shows(graph)) return false;
  AccessPath path;
  path.permutation = Permutation::gspo;
  path.prefix.push_back(Slot::of(graph));
  return has_rows_at(data.counts, path);
}

bool has_rows(const DataOfQuery& data, std::string_view iri, NameUse use) {
  const Huri name = data.dictionary.find(TermView::iri(iri));
  if (name.is_unbound()) return false;
  return use == kGraph ? has_rows_in_graph(data, name) : has_rows_of_predicate(data, name);
}

const Term* term_of(const Node& node) {
  return std::get_if<Term>(&node);
}

[[noreturn]] void refuse(std::string_view iri, const ForeignName& name) {
  fail(ErrorKind::unsupported, "{}", foreign_name_text(iri, name));
}

class Search {
 public:
  explicit Search(const DataOfQuery& data) : data_(data) {}

  void expect_data(std::string_view iri, NameUse use) {
    const ForeignName* const name = find_foreign_name(iri, use);
    if (name != nullptr && !has_rows(data_, iri, use)) refuse(iri, *name);
  }
  void look(const Algebra& algebra) {
    std::visit([this](const auto& node) { look_at(node); }, algebra.node);
  }

 private:
  void look(const Expression& expression) {
    if (expression.kind == ExpressionKind::call) {
      if (const auto* name = find_foreign_name(expression.iri, kFunction)) refuse(expression.iri, *name);
    }
    for (const Expression& argument : expression.arguments) look(argument);
    if (expression.pattern) look(*expression.pattern);
  }
  void look(const Path& path) {
    if (path.kind == PathKind::link) expect_data(path.iri, kPredicate);
    for (const Path& step : path.children) look(step);
  }

  void look(const TriplePattern& pattern) {
    const Term* const predicate = term_of(pattern.predicate);
    if (predicate && !is_ignored_hint(pattern, data_)) expect_data(predicate->text, kPredicate);
  }
  void look(const parser::TermPattern&) {}
  void look(const Node&) {}
  void look(const Term&) {}

  template <class Operator>
  void look_at(const Operator& op) {
    for_each_part(op, [this](const auto& part) { look(part); });
  }
  void look_at(const Graph& graph) {
    if (const Term* name = term_of(graph.graph)) expect_data(name->text, kGraph);
    look(*graph.child);
  }
  void look_at(const Service& service) {
    const Term* const endpoint = term_of(service.endpoint);
    if (endpoint == nullptr) return;
    if (const auto* name = find_foreign_name(endpoint->text, kService)) refuse(endpoint->text, *name);
  }

  const DataOfQuery& data_;
};

}  // namespace

void refuse_foreign_names(const parser::Dataset& dataset, const parser::Algebra* where, const DataOfQuery& data) {
  Search search(data);
  for (const auto* graphs : {&dataset.default_graphs, &dataset.named_graphs}) {
    for (const std::string& iri : *graphs) search.expect_data(iri, kGraph);
  }
  if (where) search.look(*where);
}

bool is_ignored_hint(const parser::TriplePattern& pattern, const DataOfQuery& data) {
  const Term* const predicate = term_of(pattern.predicate);
  if (predicate == nullptr || find_foreign_name(predicate->text, kHint) == nullptr) return false;
  const Term* const subject = term_of(pattern.subject);
  return subject && is_hint_scope(subject->text) && term_of(pattern.object) &&
         !has_rows(data, predicate->text, kPredicate);
}

std::string remark_of_hint(const parser::TriplePattern& hint) {
  const std::string& iri = std::get<Term>(hint.predicate).text;
  return fmt::format("<{}> belongs to {} and is ignored", iri, find_foreign_name(iri, kHint)->thing);
}

}  // namespace quadrille::query
