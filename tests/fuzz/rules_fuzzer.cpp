// Texts for the parsers of rules in all languages, and for the reader that makes rules of them. For any text and
// language:
//
//   F1  Parsing returns rules, or throws Error(syntax) or Error(unsupported) that begins with a place in the text.
//   F2  Parsing again returns the same.
//   F3  Rules are well-formed: the body binds the variables of the head, conditions and expressions have no others,
//       and data have none.
//   F4  The inferencer reads the rules, or throws Error(unsupported) that begins with a place in the text.
//   F5  Written as SPARQL-RL and read again, the rules are the same.
//   F6  It ends soon, leaks no memory and reads no invalid memory (libFuzzer and the sanitizers check this).

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "inferencer/rule.hpp"
#include "parser/rule_format.hpp"
#include "parser/rule_text.hpp"
#include "parser/testing/rule_set_of.hpp"
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

void check_reading(const RuleSet& rules, std::string_view text) {
  try {
    inferencer::constants_of(rules);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    check_place("F4: no such place", error.what(), text);
  }
}

void check_writing(const RuleSet& rules) {
  const std::string text = to_sparql_rl(rules);
  try {
    if (dump(parse_rule_set(text)) != dump(rules)) give_up("F5: not the same rules", text);
  } catch (const Error& error) {
    give_up("F5: not read again", error.what() + ("\n" + text));
  }
}

// The rules as text, or the error.
std::string outcome(RuleFormat format, std::string_view text) {
  try {
    const RuleSet rules = parse_rules(format, text, kBase);
    check_well_formed(rules);
    check_reading(rules, text);
    check_writing(rules);
    return dump(rules);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::syntax && error.kind() != ErrorKind::unsupported) throw;
    check_place("F1: no such place", error.what(), text);
    return error.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const RuleFormat format : {RuleFormat::srl, RuleFormat::jena, RuleFormat::n3, RuleFormat::construct}) {
    if (outcome(format, text) != outcome(format, text)) give_up("F2: not the same again", text);
  }
  return 0;
}
