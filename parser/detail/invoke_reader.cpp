#include "parser/detail/invoke_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "parser/detail/block_parts.hpp"
#include "parser/detail/gas_reader.hpp"
#include "parser/detail/path_search_reader.hpp"
#include "parser/detail/shown_columns.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"
#include "parser/scope.hpp"

namespace quadrille::parser {

namespace {

constexpr const char* kNoEdges =
    "{} has no edges: write [] algo:source ?a ; algo:target ?b and a pattern that binds both, or [] algo:predicate "
    "<iri>";

std::string short_name(const std::string& procedure) {
  return procedure.substr(procedure.find_last_of("/#") + 1);
}

void add_variable(VariableMarks& marks, const Node& node) {
  if (const auto* variable = std::get_if<VariableId>(&node)) marks.add(*variable);
}

VariableMarks columns_of(const Invoke& invoke) {
  VariableMarks columns;
  for (const Invoke::Edge& edge : invoke.edges) {
    add_variable(columns, edge.source), add_variable(columns, edge.target);
    if (edge.weight) add_variable(columns, *edge.weight);
  }
  for (const Node& vertex : invoke.vertices) add_variable(columns, vertex);
  for (const Invoke::Argument& argument : invoke.arguments) {
    if (argument.name == Invoke::kEdgeColumn) add_variable(columns, argument.value);
  }
  return columns;
}

// The patterns of a SERVICE block, as edges and inputs.
void set_patterns(Invoke& invoke, std::vector<Pattern> parts, std::uint32_t& depth, Position position) {
  const VariableMarks columns = columns_of(invoke);
  std::vector<Pattern> edges, inputs;
  for (Pattern& part : parts) {
    depth = std::max(depth, part.depth);
    (binds_any(*part.algebra, columns) ? edges : inputs).push_back(std::move(part));
  }
  if (!edges.empty()) invoke.child = unite_all(std::move(edges), position).algebra;
  if (!inputs.empty()) invoke.inputs = unite_all(std::move(inputs), position).algebra;
}

// Reads the settings of SERVICE <quadrille:algorithm/...>. A variable as source, target or weight that no pattern of
// the block binds is a result of that name, if another setting is the column, or one of these has a result.
class SettingsReader {
 public:
  // `parts`: the patterns of the block.
  SettingsReader(Request& request, Invoke& invoke, const std::vector<Pattern>& parts, Position position)
      : request_(request), invoke_(invoke), parts_(parts), position_(position) {}

  void read(TriplePattern setting) {
    const std::string name = std::get<Term>(setting.predicate).text.substr(kAlgorithms.size());
    for (Column& column : columns_) {
      if (name == column.name) return column.values.push_back(std::move(setting.object));
    }
    if (name == "node") return invoke_.vertices.push_back(std::move(setting.object));
    if (name == "predicate") return predicates_.push_back(std::move(setting.object));
    invoke_.arguments.push_back({name, std::move(setting.object)});
  }

  // The patterns of the edges that algo:predicate names, with the columns that source and target name, or new ones.
  std::vector<Pattern> finish() {
    std::vector<Pattern> patterns;
    const bool has_results =
        !predicates_.empty() ||
        std::any_of(columns_.begin(), columns_.end(), [](const Column& column) { return column.values.size() > 1; });
    for (Column& column : columns_) settle(column, has_results);
    std::optional<Node>&source = columns_[0].edges, &target = columns_[1].edges, &weight = columns_[2].edges;
    if (source.has_value() != target.has_value())
      fail_at(position_, "algo:source and algo:target come together: algo:{} is missing", source ? "target" : "source");
    if (weight && !predicates_.empty())
      fail_at(position_,
              "algo:weight needs a pattern that binds it: write {{ ?a <predicate> ?b . ?b <weight> ?w }} "
              "with algo:source and algo:target instead of algo:predicate");
    if (!predicates_.empty() && source)
      fail_at(position_, "write either algo:predicate, or algo:source and algo:target with a pattern");
    if (!predicates_.empty()) {
      source = request_.variables.fresh();
      target = request_.variables.fresh();
      for (Node& predicate : predicates_) {
        const auto* term = std::get_if<Term>(&predicate);
        if (!term || term->kind != TermKind::iri)
          fail_at(position_,
                  "algo:predicate needs an IRI; for other edges write a pattern with algo:source and "
                  "algo:target");
        patterns.push_back(leaf(Bgp{{{*source, std::move(predicate), *target}}}, position_));
      }
    }
    if (!source) fail_at(position_, kNoEdges, short_name(invoke_.procedure));
    invoke_.edges.push_back({*source, *target, weight, false});
    return patterns;
  }

  // True if source and target are columns of a pattern of the block.
  bool names_columns() const { return predicates_.empty(); }

 private:
  struct Column {
    std::string_view name;
    std::vector<Node> values;
    std::optional<Node> edges;  // the value that is a column of the edges
  };

  bool is_bound(const Node& node) const {
    VariableMarks variable;
    add_variable(variable, node);
    return std::any_of(parts_.begin(), parts_.end(),
                       [&](const Pattern& part) { return binds_any(*part.algebra, variable); });
  }
  // Divides the values of a column into one for the edges and results.
  void settle(Column& column, bool has_results) {
    for (Node& value : column.values) {
      if (has_results && std::holds_alternative<VariableId>(value) && !is_bound(value)) {
        invoke_.arguments.push_back({std::string(column.name), std::move(value)});
      } else if (column.edges) {
        fail_at(position_, "algo:{} has two values; it can have one", column.name);
      } else {
        column.edges = std::move(value);
      }
    }
  }

  Request& request_;
  Invoke& invoke_;
  const std::vector<Pattern>& parts_;
  const Position position_;
  std::array<Column, 3> columns_{Column{"source", {}, {}}, Column{"target", {}, {}}, Column{"weight", {}, {}}};
  std::vector<Node> predicates_;
};

void expect_columns(const Request& request, const Invoke& invoke, Position position) {
  const auto expect = [&](const Node& node, std::string_view what) {
    const auto* variable = std::get_if<VariableId>(&node);
    if (!variable || (invoke.child && is_in_scope(*invoke.child, *variable))) return;
    fail_at(position, "?{} is the {} of the edges, but no pattern of the call binds it; add a pattern with it",
            request.variables.name(*variable), what);
  };
  for (const Invoke::Edge& edge : invoke.edges) {
    expect(edge.source, "source"), expect(edge.target, "target");
    if (edge.weight) expect(*edge.weight, "weight");
  }
  for (const Node& vertex : invoke.vertices) expect(vertex, "node");
  if (!invoke.child) fail_at(position, kNoEdges, short_name(invoke.procedure));
}

Pattern call(Request& request, Invoke invoke, std::uint32_t depth, Position position) {
  expect_columns(request, invoke, position);
  show_columns(request, invoke, depth, position);
  return above(depth, std::move(invoke), position);
}

Pattern read_block(Request& request, std::string procedure, GroupParts group, Position position) {
  Invoke invoke;
  invoke.procedure = std::move(procedure);
  BlockParts block = block_parts(std::move(group), kAlgorithms, position);
  SettingsReader settings(request, invoke, block.parts, position);
  for (TriplePattern& setting : block.settings) settings.read(std::move(setting));
  std::uint32_t depth = 1;
  std::vector<Pattern> parts = settings.finish();
  std::move(block.parts.begin(), block.parts.end(), std::back_inserter(parts));
  set_patterns(invoke, std::move(parts), depth, position);
  if (invoke.procedure == kPathsProcedure && settings.names_columns()) add_end_results(invoke);
  return call(request, std::move(invoke), depth, position);
}

Pattern read_path_search_block(Request& request, GroupParts group, Position position) {
  Invoke invoke;
  BlockParts block = block_parts(std::move(group), kPathSearch, position);
  read_path_search_settings(std::move(block.settings), invoke, position);
  std::uint32_t depth = 1;
  set_patterns(invoke, std::move(block.parts), depth, position);
  add_end_results(invoke);
  return call(request, std::move(invoke), depth, position);
}

Pattern read_gas_block(Request& request, GroupParts group, Position position) {
  Invoke invoke;
  BlockParts block = block_parts(std::move(group), kGas, position);
  std::vector<Pattern> parts = read_gas_settings(request, std::move(block.settings), invoke, position);
  std::uint32_t depth = 2;
  std::move(block.parts.begin(), block.parts.end(), std::back_inserter(parts));
  set_patterns(invoke, std::move(parts), depth, position);
  return call(request, std::move(invoke), depth, position);
}

// The triples of CONSTRUCT that name sets. Those of badrank may have other names than CGE's, by arguments.
struct SetNames {
  std::string predicate{iri::kRdfType};
  std::string spam = "http://cray.com/spamVertex", trusted = "http://cray.com/nonspamVertex";

  // The name of the set that a triple adds its subject to; empty: the triple is an edge.
  std::string set_of(const std::string& predicate_iri, const std::string& object) const {
    static const SetNames kUsual;
    if (predicate_iri == predicate && object == spam) return kUsual.spam;
    if (predicate_iri == predicate && object == trusted) return kUsual.trusted;
    return predicate_iri == iri::kRdfType && object.starts_with("http://cray.com/") ? object : std::string();
  }
};

// Takes the arguments 4 to 6 of CGE's badrank, which are names of sets.
SetNames take_set_names(const std::string& procedure, std::vector<Invoke::Argument>& arguments, Position position) {
  constexpr std::size_t kFirst = 3, kEnd = 6;
  SetNames names;
  if (procedure != "http://cray.com/graphAlgorithm.badrank") return names;
  const std::size_t end = std::min(kEnd, arguments.size());
  for (std::size_t place = kFirst; place < end; ++place) {
    const auto* term = std::get_if<Term>(&arguments[place].value);
    if (!term || term->kind != TermKind::iri)
      fail_at(position, "argument {} of badrank is the IRI of the {}; write an IRI", place + 1,
              place == kFirst       ? "class of spam vertices"
              : place == kFirst + 1 ? "class of trusted vertices"
                                    : "predicate that gives a vertex its class");
    (place == kFirst ? names.spam : place == kFirst + 1 ? names.trusted : names.predicate) = term->text;
  }
  if (end > kFirst) {
    const auto begin = arguments.begin();
    arguments.erase(begin + static_cast<std::ptrdiff_t>(kFirst), begin + static_cast<std::ptrdiff_t>(end));
  }
  return names;
}

// The edges of CONSTRUCT: all triples but those that name a set, such as those that give a vertex the class
// cray:sourceVertex.
void read_construct_template(Invoke& invoke, const SetNames& names, std::vector<TriplePattern> triples) {
  for (TriplePattern& triple : triples) {
    const auto* predicate = std::get_if<Term>(&triple.predicate);
    const auto* object = std::get_if<Term>(&triple.object);
    std::string set = predicate && object ? names.set_of(predicate->text, object->text) : std::string();
    if (!set.empty()) {
      invoke.arguments.push_back({std::move(set), std::move(triple.subject)});
      continue;
    }
    std::optional<Node> weight;
    if (!predicate) weight = triple.predicate;
    invoke.edges.push_back({std::move(triple.subject), std::move(triple.object), std::move(weight), true});
  }
}

}  // namespace

bool is_procedure(const Node& endpoint) {
  const auto* term = std::get_if<Term>(&endpoint);
  return term && (term->text.starts_with(kAlgorithms) || term->text == kPathSearch ||
                  term->text == fmt::format("{}service", kGas));
}

Pattern read_procedure(Request& request, const Node& endpoint, GroupParts group, Position position) {
  const std::string& name = std::get<Term>(endpoint).text;
  if (name == kPathSearch) return read_path_search_block(request, std::move(group), position);
  return name.starts_with(kAlgorithms) ? read_block(request, name, std::move(group), position)
                                       : read_gas_block(request, std::move(group), position);
}

Pattern read_invoke(Request& request, Tree tree) {
  Invoke invoke;
  const TripleContext context{request, BlankNodes::terms};
  Pattern where = read_group(request, tree.child(Rule::whereClause).child(Rule::groupGraphPattern));
  invoke.child = std::move(where.algebra);
  const Tree name = tree.child(Rule::iri);
  invoke.procedure = read_iri(request, name);
  std::vector<Invoke::Argument> arguments;
  for (const Tree argument : tree.child(Rule::invokeArguments)) {
    if (argument.is_rule()) arguments.push_back({"", read_node(context, argument)});
  }
  const SetNames names = take_set_names(invoke.procedure, arguments, name.position());
  const Tree edges = tree.child(Rule::constructTemplate);
  std::vector<TermPattern> terms;
  if (edges.has(Rule::constructTriples))
    read_construct_template(invoke, names, read_template(context, edges.child(Rule::constructTriples), terms));
  if (!terms.empty()) fail_at(edges.position(), "the edges of {} cannot be triple terms", short_name(invoke.procedure));
  if (invoke.edges.empty())
    fail_at(edges.position(), "the CONSTRUCT of {} has no edges; write a triple such as {{ ?source ?weight ?target }}",
            short_name(invoke.procedure));
  std::move(arguments.begin(), arguments.end(), std::back_inserter(invoke.arguments));
  for (const Tree result : tree) {
    if (result.is(Rule::var)) invoke.results.push_back({"", request.variable(result.token())});
  }
  if (invoke.procedure == kPathsProcedure) name_column_results(invoke);
  return call(request, std::move(invoke), where.depth, name.position());
}

}  // namespace quadrille::parser
