// Texts for the parser of rule sets, and for the reader that makes rules of them. For any text:
//
//   F1  Parsing returns rules, or throws Error(syntax) or Error(unsupported) that begins with a place in the text.
//   F2  Parsing again returns the same.
//   F3  Rules are well-formed: the body binds the variables of the head, conditions and expressions have no others,
//       and data have none.
//   F4  The inferencer reads the rules, or throws Error(unsupported) that begins with a place in the text.
//   F5  It ends soon, leaks no memory and reads no invalid memory (libFuzzer and the sanitizers check this).

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "inferencer/rule.hpp"
#include "parser/rule_set.hpp"
#include "tests/fuzz/give_up.hpp"

namespace {

using namespace quadrille;
using namespace quadrille::fuzz;
using namespace quadrille::parser;

constexpr std::string_view kBase = "http://example.org/base/";

template <class Visit>
void for_each_variable(const Expression& expression, const Visit& visit) {
  if (expression.kind == ExpressionKind::variable) visit(expression.variable);
  for (const Expression& argument : expression.arguments) for_each_variable(argument, visit);
}

// The variables that the elements of a body bind, in their order. Gives up where one is used before.
class Bound {
 public:
  explicit Bound(const InferenceRule& rule) : bound_(rule.variables.size()) {
    for (const RuleElement& part : rule.body) std::visit([this](const auto& element) { take(element); }, part.element);
  }
  template <class Part>
  void need(const Part& part) const {
    for_each_variable(part, [this](VariableId variable) {
      if (!bound_.at(variable)) give_up("F3: a variable that nothing binds", std::to_string(variable));
    });
  }

 private:
  void take(const QuadPattern& quad) {
    for_each_variable(quad, [this](VariableId variable) { bound_.at(variable) = true; });
  }
  void take(const Expression& condition) { need(condition); }
  void take(const RuleNegation& negation) {
    Bound inside = *this;
    for (const QuadPattern& quad : negation.patterns) inside.take(quad);
    for (const Expression& condition : negation.conditions) inside.need(condition);
  }
  void take(const RuleAssignment& assignment) {
    need(assignment.expression);
    if (bound_.at(assignment.variable)) give_up("F3: SET of a bound variable", std::to_string(assignment.variable));
    bound_.at(assignment.variable) = true;
  }
  void take(const RuleSubSelect& select) {
    for (const VariableId variable : select.variables) bound_.at(variable) = true;
  }

  std::vector<bool> bound_;
};

void check_well_formed(const RuleSet& rules) {
  for (const InferenceRule& rule : rules.rules) {
    const Bound bound(rule);
    for (const QuadPattern& quad : rule.head) bound.need(quad);
  }
  for (const QuadPattern& quad : rules.data)
    for_each_variable(quad, [](VariableId) { give_up("F3: a variable in DATA", ""); });
}

std::string to_text(const Node& node, const std::vector<std::string>& variables) {
  const auto* variable = std::get_if<VariableId>(&node);
  return (variable ? '?' + variables.at(*variable) : to_ntriples(std::get<Term>(node).view())) + ' ';
}

std::string to_text(const QuadPattern& quad, const std::vector<std::string>& variables) {
  std::string text;
  for (const Node* node : {&quad.triple.subject, &quad.triple.predicate, &quad.triple.object})
    text += to_text(*node, variables);
  return text + (quad.graph ? to_text(*quad.graph, variables) : "") + ". ";
}

// Names, heads, patterns and data.
std::string to_text(const RuleSet& rules) {
  std::string text;
  for (const InferenceRule& rule : rules.rules) {
    text += rule.name + (rule.data_only ? " data {" : " {");
    for (const QuadPattern& quad : rule.head) text += to_text(quad, rule.variables);
    text += "} <- ";
    for (const RuleElement& part : rule.body) {
      const auto* quad = std::get_if<QuadPattern>(&part.element);
      text += quad ? to_text(*quad, rule.variables) : std::to_string(part.element.index());
    }
  }
  for (const QuadPattern& quad : rules.data) text += to_text(quad, {});
  for (const std::string& import : rules.imports) text += import;
  return text;
}

void check_reading(const RuleSet& rules, std::string_view text) {
  try {
    inferencer::constants_of(rules);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    check_place("F4: no such place", error.what(), text);
  }
}

// The rules as text, or the error.
std::string outcome(std::string_view text) {
  try {
    const RuleSet rules = parse_rule_set(text, kBase);
    check_well_formed(rules);
    check_reading(rules, text);
    return to_text(rules);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::syntax && error.kind() != ErrorKind::unsupported) throw;
    check_place("F1: no such place", error.what(), text);
    return error.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (outcome(text) != outcome(text)) give_up("F2: not the same again", text);
  return 0;
}
