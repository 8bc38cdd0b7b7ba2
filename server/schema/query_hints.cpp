#include "server/schema/query_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "base/nearest.hpp"
#include "base/term.hpp"
#include "parser/algebra_parts.hpp"

namespace quadrille::server {

namespace {

using parser::VariableId;

constexpr std::size_t kShortestName = 3;  // of variables: shorter ones are similar to all others

bool has_name(const std::string& variable) {
  return !variable.starts_with('.') && !variable.starts_with("_:");
}

// Where the constant of a pattern occurs in it.
std::string pattern_of(Hint::Kind kind, const std::string& text) {
  switch (kind) {
    case Hint::Kind::predicate:
      return fmt::format("?s {} ?o", text);
    case Hint::Kind::of_class:
      return fmt::format("?s a {}", text);
    case Hint::Kind::graph:
      return "?s ?p ?o";
    default:
      break;
  }
  const std::string as_object = fmt::format("?s ?p {}", text);
  return text.starts_with('<') ? fmt::format("{{ {} ?p ?o }} UNION {{ {} }}", text, as_object) : as_object;
}

std::string_view local_name(std::string_view iri) {
  return iri.substr(iri.find_last_of("#/:", iri.size() - 1) + 1);
}

std::string_view name_space(std::string_view iri) {
  return iri.substr(0, iri.size() - local_name(iri).size());
}

// The IRI with the most similar local name, of the same namespace if there is one; `iris`: the most frequent first.
std::string similar_iri(std::string_view iri, const std::vector<std::string>& iris) {
  for (const bool is_same_space : {true, false}) {
    std::vector<std::string> names;
    for (const std::string& one : iris) {
      if (one != iri && (!is_same_space || name_space(one) == name_space(iri))) names.emplace_back(local_name(one));
    }
    const auto near = nearest(local_name(iri), names);
    if (!near) continue;
    return *std::find_if(iris.begin(), iris.end(), [&](const std::string& one) {
      return one != iri && local_name(one) == *near && (!is_same_space || name_space(one) == name_space(iri));
    });
  }
  return {};
}

std::string similar_term(Hint::Kind kind, const std::string& text, const Schema& schema) {
  std::vector<std::string> iris;
  if (kind == Hint::Kind::predicate) {
    for (const SchemaPredicate& one : schema.predicates) iris.push_back(one.iri);
  } else if (kind == Hint::Kind::of_class) {
    for (const SchemaClass& one : schema.classes) iris.push_back(one.term);
  }
  const std::string similar = similar_iri(std::string_view(text).substr(1, text.size() - 2), iris);
  return similar.empty() ? "" : fmt::format("<{}>", similar);
}

// The numbers in the lines of a table with one column.
std::set<std::size_t> numbers_in(std::string_view tsv) {
  std::set<std::size_t> numbers;
  while (!tsv.empty()) {
    const std::string_view line = tsv.substr(0, tsv.find('\n'));
    std::size_t number = 0;
    if (std::from_chars(line.data(), line.data() + line.size(), number).ec == std::errc()) numbers.insert(number);
    tsv.remove_prefix(std::min(line.size() + 1, tsv.size()));
  }
  return numbers;
}

std::string_view name(Hint::Kind kind) {
  switch (kind) {
    case Hint::Kind::predicate:
      return "predicate";
    case Hint::Kind::of_class:
      return "class";
    case Hint::Kind::graph:
      return "graph";
    case Hint::Kind::variable:
      return "variable";
    case Hint::Kind::term:
      break;
  }
  return "term";
}

std::string_view what_is_missing(Hint::Kind kind) {
  switch (kind) {
    case Hint::Kind::predicate:
      return "is not a predicate of the data";
    case Hint::Kind::of_class:
      return "is not the class of anything in the data";
    case Hint::Kind::graph:
      return "is not a graph of the data";
    case Hint::Kind::variable:
      return "is used, but is in no pattern";
    case Hint::Kind::term:
      break;
  }
  return "does not occur in the data";
}

}  // namespace

// Walks the algebra, and collects constants and variables.
class HintCollector {
 public:
  HintCollector(const parser::Query& query, QueryHints& hints) : query_(query), hints_(hints) {
    if (query.where) (*this)(*query.where);
    for (const VariableId variable : query.projection) used_.insert(variable);
    for (const Term& term : query.described) add(Hint::Kind::term, term);
    std::vector<std::string> names;
    for (const VariableId variable : bound_) names.push_back(query.variables[variable]);
    for (const VariableId variable : used_) {
      const std::string& text = query.variables[variable];
      if (bound_.contains(variable) || !has_name(text)) continue;
      const auto near = text.size() >= kShortestName ? nearest(text, names) : std::nullopt;
      hints_.variables_.push_back({Hint::Kind::variable, "?" + text, Hint::Found::nowhere, near ? "?" + *near : ""});
    }
  }

  void operator()(const parser::Algebra& algebra) {
    std::visit([this](const auto& op) { take(op); }, algebra.node);
  }
  void operator()(const parser::TriplePattern& triple) {
    (*this)(triple.subject);
    const auto* const predicate = std::get_if<Term>(&triple.predicate);
    if (predicate) add(Hint::Kind::predicate, *predicate);
    if (!predicate) (*this)(triple.predicate);
    const auto* const object = std::get_if<Term>(&triple.object);
    const bool is_class = object && predicate && predicate->text == iri::kRdfType && object->kind == TermKind::iri;
    is_class ? add(Hint::Kind::of_class, *object) : (*this)(triple.object);
  }
  void operator()(const parser::TermPattern& pattern) {
    bound_.insert(pattern.term);
    (*this)(pattern.subject), (*this)(pattern.predicate), (*this)(pattern.object);
  }
  void operator()(const parser::Path& path) {
    if (!path.iri.empty()) add(Hint::Kind::predicate, Term(TermView{TermKind::iri, path.iri, {}, {}}));
    for (const parser::Path& child : path.children) (*this)(child);
  }
  void operator()(const parser::Node& node) {
    if (const auto* const variable = std::get_if<VariableId>(&node)) bound_.insert(*variable);
    if (const auto* const term = std::get_if<Term>(&node)) add(Hint::Kind::term, *term);
  }
  void operator()(const Term& term) {  // of VALUES
    if (term.kind == TermKind::iri) add(Hint::Kind::term, term);
  }
  void operator()(const parser::Expression& expression) {
    if (expression.kind == parser::ExpressionKind::variable) used_.insert(expression.variable);
    for (const parser::Expression& argument : expression.arguments) (*this)(argument);
    if (expression.pattern) (*this)(*expression.pattern);
  }

 private:
  template <class Operator>
  void take(const Operator& op) {
    if constexpr (requires { op.variable; }) bound_.insert(op.variable);  // Extend
    if constexpr (requires { op.outputs; }) {
      for (const auto& output : op.outputs) bound_.insert(output.variable);
      for (const auto& key : op.keys) (key.expression ? bound_ : used_).insert(key.variable);
    }
    if constexpr (requires { op.cells; }) bound_.insert(op.variables.begin(), op.variables.end());
    if constexpr (std::is_same_v<Operator, parser::Project>) used_.insert(op.variables.begin(), op.variables.end());
    if constexpr (std::is_same_v<Operator, parser::Graph>) return take_graph(op);
    const bool is_elsewhere = std::is_same_v<Operator, parser::Service> || std::is_same_v<Operator, parser::Invoke>;
    elsewhere_ += is_elsewhere;
    parser::for_each_part(op, *this);
    elsewhere_ -= is_elsewhere;
  }

  void take_graph(const parser::Graph& graph) {
    if (const auto* const variable = std::get_if<VariableId>(&graph.graph)) bound_.insert(*variable);
    if (const auto* const term = std::get_if<Term>(&graph.graph)) add(Hint::Kind::graph, *term);
    ++graphs_;
    if (graph.child) (*this)(*graph.child);
    --graphs_;
  }

  void add(Hint::Kind kind, const Term& term) {
    if (elsewhere_ > 0 || term.kind == TermKind::blank || hints_.constants_.size() == QueryHints::kMostConstants)
      return;
    const QueryHints::Constant constant{kind, to_ntriples(term.view()), graphs_ > 0};
    if (std::find(hints_.constants_.begin(), hints_.constants_.end(), constant) == hints_.constants_.end())
      hints_.constants_.push_back(constant);
  }

  const parser::Query& query_;
  QueryHints& hints_;
  std::set<VariableId> bound_, used_;
  int graphs_ = 0, elsewhere_ = 0;  // depths of GRAPH, and of SERVICE and calls, whose constants are not looked up
};

QueryHints::QueryHints(const parser::Query& query) : has_dataset_(!query.dataset.empty()) {
  HintCollector(query, *this);
}

std::string QueryHints::question() const {
  std::string text;
  for (std::size_t at = 0; at < constants_.size(); ++at) {
    const Constant& constant = constants_[at];
    const std::string pattern = pattern_of(constant.kind, constant.text);
    const std::string graph = constant.kind == Hint::Kind::graph ? constant.text : "?g";
    const std::string_view join = text.empty() ? "SELECT ?n {\n" : "UNION\n";
    text += fmt::format("{}{{ SELECT ({} AS ?n) {{ {} }} LIMIT 1 }} UNION\n", join, 2 * at, pattern);
    text += fmt::format("{{ SELECT ({} AS ?n) {{ GRAPH {} {{ {} }} }} LIMIT 1 }}\n", 2 * at + 1, graph, pattern);
  }
  return text.empty() ? text : text + "}";
}

std::vector<Hint> QueryHints::found(std::string_view answer, const Schema& schema) const {
  const std::set<std::size_t> there = numbers_in(answer);
  std::vector<Hint> hints;
  for (std::size_t at = 0; at < constants_.size(); ++at) {
    const auto& [kind, text, is_in_graph] = constants_[at];
    const bool in_default = kind != Hint::Kind::graph && there.contains(2 * at), in_named = there.contains(2 * at + 1);
    if (!in_default && !in_named) {
      const bool has_names = text.starts_with('<');
      hints.push_back({kind, text, Hint::Found::nowhere, has_names ? similar_term(kind, text, schema) : ""});
    } else if (!has_dataset_ && kind != Hint::Kind::graph && (is_in_graph ? !in_named : !in_default)) {
      hints.push_back({kind, text, in_named ? Hint::Found::in_named_graphs : Hint::Found::in_default_graph});
    }
  }
  hints.insert(hints.end(), variables_.begin(), variables_.end());
  return hints;
}

std::string message(const Hint& hint) {
  if (hint.found == Hint::Found::in_named_graphs)
    return fmt::format("{} occurs only in named graphs; GRAPH ?g {{ ... }} looks there", hint.text);
  if (hint.found == Hint::Found::in_default_graph)
    return fmt::format("{} occurs only in the default graph, where patterns outside of GRAPH look", hint.text);
  const std::string text = fmt::format("{} {}", hint.text, what_is_missing(hint.kind));
  return hint.similar.empty() ? text : fmt::format("{}; did you mean {}?", text, hint.similar);
}

std::string hints_json(const std::vector<Hint>& hints) {
  auto list = nlohmann::ordered_json::array();
  for (const Hint& hint : hints) {
    nlohmann::ordered_json one{{"kind", name(hint.kind)}, {"term", hint.text}};
    if (hint.found != Hint::Found::nowhere)
      one["only_in"] = hint.found == Hint::Found::in_named_graphs ? "named graphs" : "default graph";
    if (!hint.similar.empty()) one["similar"] = hint.similar;
    one["message"] = message(hint);
    list.push_back(std::move(one));
  }
  return nlohmann::ordered_json{{"hints", list}}.dump(-1, ' ', false,
                                                      nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace quadrille::server
