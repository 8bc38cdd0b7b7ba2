#include "query/procedures/procedure_call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "dictionary/numeric_value.hpp"
#include "parser/scope.hpp"

namespace quadrille::query {

namespace {

constexpr std::string_view kCray = "http://cray.com/";

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (end > 0) words.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

std::string listed(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const auto near = nearest(word, candidates);
  return near ? fmt::format("did you mean {}? ", *near) : std::string();
}

const Parameter* find_parameter(const Procedure& procedure, std::string_view name) {
  for (const Parameter& parameter : procedure.parameters) {
    if (parameter.name == name || (!parameter.together.empty() && parameter.together == name)) return &parameter;
  }
  return nullptr;
}

const Result* find_result(const Procedure& procedure, std::string_view name) {
  for (const Result& result : procedure.results) {
    if (result.name == name) return &result;
  }
  return nullptr;
}

// A parameter and a result may have the same name: a term is the parameter, a variable the result.
const Result* result_for(const Procedure& procedure, std::string_view name, const parser::Node& value) {
  const bool is_parameter = std::holds_alternative<Term>(value) && find_parameter(procedure, name);
  return is_parameter ? nullptr : find_result(procedure, name);
}

std::vector<std::string> parameter_names(const Procedure& procedure) {
  std::vector<std::string> names;
  for (const Parameter& parameter : procedure.parameters) {
    names.emplace_back(parameter.name);
    if (!parameter.together.empty()) names.emplace_back(parameter.together);
  }
  return names;
}

std::vector<std::string> result_names(const Procedure& procedure) {
  std::vector<std::string> names;
  for (const Result& result : procedure.results) names.emplace_back(result.name);
  return names;
}

// The parameter that a class in CONSTRUCT adds to; else the name itself.
std::string parameter_of(const std::string& name, const ProcedureAlias* alias) {
  if (!alias || !name.starts_with(kCray)) return name;
  for (const std::string& set : words_of(alias->sets)) {
    const std::size_t equal = set.find('=');
    if (name.substr(kCray.size()) == set.substr(0, equal)) return set.substr(equal + 1);
  }
  return name;
}

bool is_inside(const parser::Invoke& invoke, VariableId variable) {
  return parser::is_in_scope(*invoke.child, variable) ||
         (invoke.inputs && parser::is_in_scope(*invoke.inputs, variable));
}

std::string text_of(const Term& term) {
  return term.kind == TermKind::literal ? fmt::format("\"{}\"", term.text) : to_ntriples(term.view());
}

}  // namespace

// Fills a call.
class CallResolver {
 public:
  CallResolver(const parser::Invoke& invoke, const FoundProcedure& found, QueryDictionary& dictionary,
               const std::vector<std::string>& variables)
      : invoke_(invoke), found_(found), procedure_(*found.procedure), dictionary_(dictionary), variables_(variables) {
    call_.procedure_ = &procedure_;
    call_.values_.resize(procedure_.parameters.size());
  }

  std::shared_ptr<const ProcedureCall> resolve() {
    set_initial();
    if (found_.alias) set_presets();
    resolve_arguments();
    resolve_results();
    for (std::size_t place = 0; place < procedure_.parameters.size(); ++place) expect_given(place);
    if (!procedure_.takes_weights && has_weights()) {
      fail(ErrorKind::user, "{} takes no weights; leave algo:weight out", procedure_.name);
    }
    return std::make_shared<const ProcedureCall>(std::move(call_));
  }

 private:
  bool has_weights() const {
    return std::any_of(invoke_.edges.begin(), invoke_.edges.end(),
                       [](const auto& edge) { return edge.weight && !edge.in_predicate; });
  }
  std::size_t place_of(const Parameter& parameter) const {
    return static_cast<std::size_t>(&parameter - procedure_.parameters.data());
  }

  void set_initial() {
    for (const Parameter& parameter : procedure_.parameters) {
      if (!parameter.initial.empty()) set_text(parameter, std::string(parameter.initial));
    }
  }
  void set_presets() {
    for (const std::string& preset : words_of(found_.alias->presets)) {
      const std::size_t equal = preset.find('=');
      set_text(*find_parameter(procedure_, preset.substr(0, equal)), preset.substr(equal + 1));
    }
  }
  // Of a value in the table.
  void set_text(const Parameter& parameter, const std::string& text) {
    ProcedureCall::Value& value = call_.values_[place_of(parameter)];
    if (parameter.type == ParameterType::word) {
      value.word = text;
    } else if (parameter.type == ParameterType::boolean) {
      value.flag = text == "true";
    } else {
      value.number = std::stod(text);
    }
  }

  void resolve_arguments() {
    std::vector<std::string> positions;
    for (const Parameter& parameter : procedure_.parameters) positions.emplace_back(parameter.name);
    if (found_.alias) positions = words_of(found_.alias->arguments);
    std::size_t next = 0;
    for (const auto& argument : invoke_.arguments) {
      if (!argument.name.empty()) {
        named(parameter_of(argument.name, found_.alias), argument.value);
      } else if (next == positions.size()) {
        fail(ErrorKind::user, "{} takes at most {} arguments ({})", procedure_.name, positions.size(),
             listed(positions));
      } else {
        named(positions[next++], argument.value);
      }
    }
  }
  void resolve_results() {
    std::vector<std::string> positions = result_names(procedure_);
    if (found_.alias) positions = words_of(found_.alias->results);
    for (std::size_t place = 0; place < invoke_.results.size(); ++place) {
      std::string name = invoke_.results[place].name;
      if (name.empty() && place >= positions.size()) {
        fail(ErrorKind::user, "{} produces at most {} columns ({})", procedure_.name, positions.size(),
             listed(positions));
      }
      if (name.empty()) name = positions[place];
      output(*find_result(procedure_, name), invoke_.results[place].value);
    }
  }

  void named(const std::string& name, const parser::Node& value) {
    if (const Result* result = result_for(procedure_, name, value)) return output(*result, value);
    const Parameter* parameter = find_parameter(procedure_, name);
    if (!parameter) {
      if (name == "source" || name == "target" || name == "weight") {
        fail(ErrorKind::user,
             "{} has no result {}; for the {} of the edges write a pattern that binds the variable, with algo:source "
             "and algo:target instead of algo:predicate",
             procedure_.name, name, name);
      }
      std::vector<std::string> names = parameter_names(procedure_), all = names;
      const std::vector<std::string> results = result_names(procedure_);
      all.insert(all.end(), results.begin(), results.end());
      all.insert(all.end(), {"source", "target", "weight", "node", "predicate"});
      fail(ErrorKind::user, "{} has no parameter or result {}: {}its parameters are {}; its results are {}",
           procedure_.name, name, suggestion(name, all), listed(names), listed(results));
    }
    if (parameter->type == ParameterType::vertices) return vertices(*parameter, name, value);
    const auto* term = std::get_if<Term>(&value);
    if (!term) {
      fail(ErrorKind::user, "{} of {} must be a constant, not the variable ?{}", name, procedure_.name,
           variables_[std::get<VariableId>(value)]);
    }
    scalar(*parameter, *term);
  }

  void output(const Result& result, const parser::Node& value) {
    const auto place = static_cast<std::size_t>(&result - procedure_.results.data());
    ProcedureCall::Output out{place, std::nullopt, kUnbound};
    if (const auto* variable = std::get_if<VariableId>(&value)) {
      if (is_inside(invoke_, *variable)) {
        fail(ErrorKind::user, "?{} is a column of the edges of {}; give the result {} another name",
             variables_[*variable], procedure_.name, result.name);
      }
      out.variable = *variable;
    } else {
      const Huri huri = dictionary_.find(std::get<Term>(value).view());
      out.constant = huri.is_unbound() ? kDefaultGraph : huri;  // the default graph is no term: no row has it
    }
    if (result.name == parser::Invoke::kEdgeColumn) {
      if (edge_columns_ == invoke_.edge_columns.size()) {
        fail(ErrorKind::user, "the result {} of {} must be a variable of the pattern of the edges", result.name,
             procedure_.name);
      }
      out.edge_column = std::get<VariableId>(invoke_.edge_columns[edge_columns_++]);
    }
    call_.outputs_.push_back(out);
  }

  void vertices(const Parameter& parameter, const std::string& name, const parser::Node& node) {
    const std::size_t place = place_of(parameter);
    ProcedureCall::Value& value = call_.values_[place];
    value.is_given = true;
    if (const auto* term = std::get_if<Term>(&node)) {
      value.vertices.push_back(*term);
      return;
    }
    using From = ProcedureCall::Input::From;
    const VariableId variable = std::get<VariableId>(node);
    const bool of_edges = parser::is_in_scope(*invoke_.child, variable);
    const bool of_inputs = invoke_.inputs && parser::is_in_scope(*invoke_.inputs, variable);
    const From from = of_edges                 ? From::edges
                      : of_inputs              ? From::inputs
                      : name == parameter.name ? From::beside_each
                                               : From::beside_together;
    call_.inputs_.push_back({place, variable, from});
  }
  void scalar(const Parameter& parameter, const Term& term) {
    ProcedureCall::Value& value = call_.values_[place_of(parameter)];
    if (value.is_given) fail(ErrorKind::user, "{} of {} has two values", parameter.name, procedure_.name);
    value.is_given = true;
    if (parameter.type == ParameterType::word) return word(parameter, term, value);
    const auto number = numeric_value(term.view());
    if (parameter.type == ParameterType::boolean) {
      const bool is_boolean = term.text == "true" || term.text == "false" || term.text == "0" || term.text == "1";
      if (!is_boolean) fail_type(parameter, term, "true or false");
      value.flag = term.text == "true" || term.text == "1";
      return;
    }
    if (!number) fail_type(parameter, term, "a number");
    value.number = to_double(*number);
    value.word = number->type == NumericType::integer ? "integer" : "number";
    if (parameter.type == ParameterType::integer && value.number != std::floor(value.number)) {
      fail_type(parameter, term, "an integer");
    }
    const bool is_below = parameter.excludes_most ? value.number < parameter.most : value.number <= parameter.most;
    if (!(value.number >= parameter.least && is_below)) fail_type(parameter, term, range_of(parameter));
  }
  static std::string range_of(const Parameter& parameter) {
    if (std::isinf(parameter.most)) return fmt::format("at least {}", parameter.least);
    return fmt::format("in [{}, {}{}", parameter.least, parameter.most, parameter.excludes_most ? ")" : "]");
  }
  [[noreturn]] void fail_type(const Parameter& parameter, const Term& term, std::string_view expected) const {
    fail(ErrorKind::user, "{} of {} must be {}, not {}", parameter.name, procedure_.name, expected, text_of(term));
  }
  void word(const Parameter& parameter, const Term& term, ProcedureCall::Value& value) const {
    const std::vector<std::string> words = words_of(parameter.words);
    if (std::find(words.begin(), words.end(), term.text) == words.end()) {
      fail(ErrorKind::user, "{} of {} must be one of {}, not {}: {}", parameter.name, procedure_.name, listed(words),
           text_of(term), suggestion(term.text, words));
    }
    value.word = term.text;
  }
  void expect_given(std::size_t place) const {
    const Parameter& parameter = procedure_.parameters[place];
    if (!parameter.is_required || call_.values_[place].is_given) return;
    for (const std::string& set : words_of(found_.alias ? found_.alias->sets : std::string_view())) {
      const std::size_t equal = set.find('=');
      if (find_parameter(procedure_, set.substr(equal + 1)) != &parameter) continue;
      fail(ErrorKind::user, "{} needs {}: write ?x a <{}{}> in the CONSTRUCT, for vertices ?x", procedure_.name,
           parameter.name, kCray, set.substr(0, equal));
    }
    fail(ErrorKind::user,
         "{} needs {}: write algo:{} and a term, a column of a pattern of the block, or a variable "
         "that a pattern beside it binds",
         procedure_.name, parameter.name, parameter.name);
  }

  const parser::Invoke& invoke_;
  const FoundProcedure found_;
  const Procedure& procedure_;
  QueryDictionary& dictionary_;
  const std::vector<std::string>& variables_;
  std::size_t edge_columns_ = 0;  // that outputs have taken
  ProcedureCall call_;
};

FoundProcedure find_procedure(Procedures procedures, std::string_view iri) {
  if (procedures.empty()) fail(ErrorKind::unsupported, "algorithms cannot be called here");
  const bool is_own = iri.starts_with(parser::Invoke::kOwnPrefix);
  const std::string_view own = is_own ? iri.substr(parser::Invoke::kOwnPrefix.size()) : iri;
  std::vector<std::string> names;
  for (const Procedure& procedure : procedures) {
    if (is_own && procedure.name == own) return {&procedure, nullptr};
    names.emplace_back(procedure.name);
    for (const ProcedureAlias& alias : procedure.aliases) {
      if (alias.iri == iri) return {&procedure, &alias};
    }
  }
  const std::string_view last = iri.substr(std::min(iri.find_last_of("/#.") + 1, iri.size()));
  fail(ErrorKind::user, "there is no algorithm {}: {}there are {}",
       is_own ? std::string(own) : fmt::format("<{}>", iri), suggestion(is_own ? own : last, names), listed(names));
}

VariableSet read_beside(const parser::Invoke& invoke, Procedures procedures) {
  VariableSet read;
  const FoundProcedure found = find_procedure(procedures, invoke.procedure);
  const Procedure& procedure = *found.procedure;
  for (const auto& argument : invoke.arguments) {
    const auto* variable = std::get_if<VariableId>(&argument.value);
    if (!variable || is_inside(invoke, *variable)) continue;
    const std::string name = parameter_of(argument.name, found.alias);
    if (name.empty() || result_for(procedure, name, argument.value)) continue;
    read.add(*variable);
  }
  return read;
}

std::shared_ptr<const ProcedureCall> ProcedureCall::resolve(const parser::Invoke& invoke, Procedures procedures,
                                                            QueryDictionary& dictionary,
                                                            const std::vector<std::string>& variables) {
  const FoundProcedure found = find_procedure(procedures, invoke.procedure);
  return CallResolver(invoke, found, dictionary, variables).resolve();
}

const ProcedureCall::Value& ProcedureCall::value(std::string_view parameter) const {
  const Parameter* found = find_parameter(*procedure_, parameter);
  if (!found) fail(ErrorKind::internal, "{} has no parameter {}", procedure_->name, parameter);
  return values_[static_cast<std::size_t>(found - procedure_->parameters.data())];
}

bool ProcedureCall::reads_edges() const {
  return std::any_of(inputs_.begin(), inputs_.end(), [](const Input& one) { return one.from == Input::From::edges; });
}

bool ProcedureCall::is_of_run() const {
  return std::all_of(outputs_.begin(), outputs_.end(),
                     [&](const Output& output) { return procedure_->results[output.result].of_run; });
}

std::vector<VariableId> ProcedureCall::beside(Input::From from) const {
  VariableSet variables;
  for (const Input& input : inputs_) {
    if (input.from == from) variables.add(input.variable);
  }
  return variables.list();
}

}  // namespace quadrille::query
