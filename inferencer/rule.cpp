#include "inferencer/rule.hpp"

#include <fmt/format.h>

#include <set>

#include "base/error.hpp"
#include "inferencer/rule_sets.hpp"
#include "inferencer/strata.hpp"

namespace quadrille::inferencer {

namespace {

[[noreturn]] void refuse(parser::Position position, const char* what) {
  fail(ErrorKind::unsupported, "line {}, column {}: rules with {} are not supported yet", position.line,
       position.column, what);
}

class RuleReader {
 public:
  explicit RuleReader(const std::function<Huri(TermView)>& huri_of) : huri_of_(huri_of) {}

  Rule read(const parser::InferenceRule& text, std::uint32_t source) {
    if (text.data_only) refuse(text.position, "WHERE DATA");
    Rule rule;
    rule.source = source;
    rule.variables = static_cast<std::uint32_t>(text.variables.size());
    for (const parser::RuleElement& part : text.body) {
      if (const auto* quad = std::get_if<parser::QuadPattern>(&part.element)) {
        rule.body.push_back(body_atom(*quad, part.position));
      } else if (const auto* condition = std::get_if<parser::Expression>(&part.element)) {
        rule.different.push_back(inequality(*condition));
      } else if (const auto* negation = std::get_if<parser::RuleNegation>(&part.element)) {
        rule.absent.push_back(absent(*negation, part.position));
      } else if (std::holds_alternative<parser::RuleAssignment>(part.element)) {
        refuse(part.position, "SET");
      } else {
        refuse(part.position, "subqueries");
      }
    }
    for (const parser::QuadPattern& quad : text.head) rule.head.push_back(head_atom(quad, text.position));
    return rule;
  }

  Atom atom(const parser::QuadPattern& quad) {
    Atom atom{slot(quad.triple.subject), slot(quad.triple.predicate), slot(quad.triple.object), std::nullopt};
    if (quad.graph) atom.graph = slot(*quad.graph);
    return atom;
  }

  // Graphs of the data are not read yet; in the namespace local: a graph is a third argument.
  Atom body_atom(const parser::QuadPattern& quad, parser::Position position) {
    const auto* predicate = std::get_if<Term>(&quad.triple.predicate);
    if (quad.graph && (predicate == nullptr || !predicate->text.starts_with(kLocalNamespace)))
      refuse(position, "GRAPH");
    return atom(quad);
  }

  Negation absent(const parser::RuleNegation& text, parser::Position position) {
    if (text.data_only) refuse(position, "NOT DATA");
    Negation negation;
    for (const parser::QuadPattern& quad : text.patterns) {
      if (std::holds_alternative<parser::VariableId>(quad.triple.predicate))
        refuse(position, "a variable as the predicate in a NOT");
      negation.atoms.push_back(body_atom(quad, position));
    }
    for (const parser::Expression& condition : text.conditions) negation.different.push_back(inequality(condition));
    return negation;
  }

  // A blank node of a head would be a new term for each solution.
  Atom head_atom(const parser::QuadPattern& quad, parser::Position position) {
    for (const parser::Node* node : {&quad.triple.subject, &quad.triple.predicate, &quad.triple.object}) {
      const auto* term = std::get_if<Term>(node);
      if (term != nullptr && term->kind == TermKind::blank) refuse(position, "blank nodes in their heads or in DATA");
    }
    return body_atom(quad, position);
  }

 private:
  Slot slot(const parser::Node& node) {
    if (const auto* variable = std::get_if<parser::VariableId>(&node)) return Slot::variable(*variable);
    return Slot::of(huri_of_(std::get<Term>(node).view()));
  }

  // FILTER(!sameTerm(?x, ?y))
  std::pair<Slot, Slot> inequality(const parser::Expression& condition) {
    if (condition.kind == parser::ExpressionKind::logical_not) {
      const parser::Expression& same = condition.arguments.front();
      if (same.kind == parser::ExpressionKind::function && same.builtin == parser::Builtin::sameterm)
        return {term(same.arguments[0]), term(same.arguments[1])};
    }
    refuse(condition.position, "conditions other than FILTER(!sameTerm(?x, ?y))");
  }
  Slot term(const parser::Expression& expression) {
    if (expression.kind == parser::ExpressionKind::variable) return Slot::variable(expression.variable);
    if (expression.kind == parser::ExpressionKind::constant) return Slot::of(huri_of_(expression.constant.view()));
    refuse(expression.position, "sameTerm of expressions");
  }

  const std::function<Huri(TermView)>& huri_of_;
};

}  // namespace

std::vector<Rule> read_rules(const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of) {
  RuleReader reader(huri_of);
  std::vector<Rule> read;
  for (std::size_t number = 0; number < rules.rules.size(); ++number) {
    read.push_back(reader.read(rules.rules[number], static_cast<std::uint32_t>(number)));
  }
  const std::vector<std::uint32_t> strata = strata_of(rules);
  for (std::size_t number = 0; number < strata.size(); ++number) read[number].stratum = strata[number];
  for (std::size_t number = 0; number < rules.data.size(); ++number) {
    Rule fact;
    fact.source = static_cast<std::uint32_t>(rules.rules.size());
    fact.head.push_back(reader.head_atom(rules.data[number], rules.data_positions[number]));
    read.push_back(std::move(fact));
  }
  return read;
}

std::vector<Term> constants_of(const parser::RuleSet& rules) {
  std::set<std::string> known;
  std::vector<Term> constants;
  const std::function<Huri(TermView)> take = [&](TermView term) {
    if (known.insert(to_ntriples(term)).second) constants.emplace_back(term);
    return Huri();
  };
  read_rules(rules, take);
  return constants;
}

}  // namespace quadrille::inferencer
