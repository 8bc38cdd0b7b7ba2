#include "inferencer/rule.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "base/error.hpp"
#include "inferencer/detail/rule_variables.hpp"
#include "inferencer/detail/sub_select_reader.hpp"
#include "inferencer/rule_sets.hpp"
#include "inferencer/strata.hpp"

namespace quadrille::inferencer {

namespace {

using detail::RuleVariables;

// The blank nodes of a head, which are variables.
class HeadBlanks {
 public:
  explicit HeadBlanks(RuleVariables& variables) : variables_(variables) {}

  RuleVariables::BlankSlot slots() {
    return [this](const Term& blank) {
      const auto [place, is_new] = by_label_.emplace(blank.text, Slot::of(Huri()));
      if (is_new) {
        place->second = Slot::variable(variables_.make());
        made_.push_back(place->second.number());
      }
      return place->second;
    };
  }
  const std::vector<std::uint32_t>& variables() const { return made_; }

 private:
  RuleVariables& variables_;
  std::unordered_map<std::string, Slot> by_label_;
  std::vector<std::uint32_t> made_;
};

// Reads one rule; the rules of its subqueries come before it.
class RuleReader {
 public:
  RuleReader(const parser::InferenceRule& text, std::uint32_t source, const std::function<Huri(TermView)>& huri_of,
             Rules& rules)
      : text_(text), variables_(huri_of, text.variables.size(), text.data_only), rules_(rules) {
    rule_.source = source;
  }

  void read() {
    for (const parser::RuleElement& part : text_.body) {
      if (const auto* quad = std::get_if<parser::QuadPattern>(&part.element)) {
        rule_.body.push_back(pattern(*quad, part.position));
      } else if (const auto* condition = std::get_if<parser::Expression>(&part.element)) {
        variables_.add_condition(*condition, rule_.different, rule_.computations);
      } else if (const auto* negation = std::get_if<parser::RuleNegation>(&part.element)) {
        rule_.absent.push_back(absent(*negation, part.position));
      } else if (const auto* assignment = std::get_if<parser::RuleAssignment>(&part.element)) {
        rule_.computations.push_back(variables_.computation(assignment->expression));
        rule_.computations.back().result = assignment->variable;
        variables_.assign(assignment->variable);
      } else {
        sub_select(std::get<parser::RuleSubSelect>(part.element), part.position);
      }
    }
    head();
    rule_.variables = variables_.count();
    rules_.all.push_back(std::move(rule_));
  }

 private:
  // A variable that SET has given a value becomes another one here, which must be the same.
  Atom pattern(const parser::QuadPattern& quad, parser::Position position) {
    Atom atom = variables_.atom(quad, position);
    for_each_slot(atom, [&](Slot& slot) {
      if (!slot.is_variable()) return;
      if (variables_.is_assigned(slot.number())) {
        const Slot other = Slot::variable(variables_.make());
        rule_.same.emplace_back(slot, other);
        slot = other;
      }
      variables_.bind(slot.number());
    });
    return atom;
  }

  // Variables that nothing has bound before are its own.
  Negation absent(const parser::RuleNegation& text, parser::Position position) {
    Negation negation;
    RuleVariables own = variables_;
    std::unordered_map<std::uint32_t, Slot> others;
    for (const parser::QuadPattern& quad : text.patterns) {
      Atom atom = own.atom(quad, position);
      atom.is_given |= text.data_only;
      for_each_slot(atom, [&](Slot& slot) {
        if (!slot.is_variable() || variables_.is_bound(slot.number())) return;
        const auto [place, is_new] = others.emplace(slot.number(), slot);
        if (is_new) place->second = Slot::variable(own.make());
        slot = place->second;
      });
      negation.atoms.push_back(atom);
    }
    own.rename(others);
    for (const parser::Expression& condition : text.conditions)
      own.add_condition(condition, negation.different, negation.conditions);
    variables_.make_up_to(own.count());
    return negation;
  }

  void sub_select(const parser::RuleSubSelect& select, parser::Position position) {
    const Slot thing = Slot::variable(variables_.make());
    const detail::SubSelectRule its =
        detail::read_sub_select(select, text_, rule_.source, variables_.huri_of(), position, rules_);
    for (std::size_t column = 0; column < its.variables.size(); ++column) {
      Atom atom{thing, Slot::of(column_predicate(its.collector, column)), Slot::variable(its.variables[column]),
                std::nullopt};
      if (variables_.is_assigned(atom.object.number())) {
        const Slot other = Slot::variable(variables_.make());
        rule_.same.emplace_back(atom.object, other);
        atom.object = other;
      }
      variables_.bind(atom.object.number());
      rule_.body.push_back(atom);
    }
  }

  // Blank nodes are variables that are new for each solution.
  void head() {
    HeadBlanks blanks(variables_);
    for (const parser::QuadPattern& quad : text_.head) {
      Atom atom = variables_.atom(quad, text_.position, blanks.slots());
      atom.is_given = false;
      rule_.head.push_back(atom);
    }
    rule_.blanks = blanks.variables();
    if (!rule_.blanks.empty()) rule_.identity = variables_.all_bound();
  }

  const parser::InferenceRule& text_;
  RuleVariables variables_;
  Rules& rules_;
  Rule rule_;
};

// Numbers the variables from 0 in the order of their first use, so that equal rules are equal.
void renumber(Rule& rule) {
  std::vector<std::uint32_t> numbers(rule.variables, ~std::uint32_t{0});
  std::uint32_t next = 0;
  const auto visit = [&](Slot& slot) {
    if (!slot.is_variable()) return;
    std::uint32_t& number = numbers[slot.number()];
    if (number == ~std::uint32_t{0}) number = next++;
    slot = Slot::variable(number);
  };
  const auto visit_number = [&](std::uint32_t& variable) {
    Slot slot = Slot::variable(variable);
    visit(slot);
    variable = slot.number();
  };
  for_each_atom(rule, [&](Atom& atom) { for_each_slot(atom, visit); });
  for (auto& [a, b] : rule.different) visit(a), visit(b);
  for_each_other_slot(rule, visit);
  for (Computation& computation : rule.computations)
    if (computation.result) visit_number(*computation.result);
  for (std::uint32_t& variable : rule.blanks) visit_number(variable);
  rule.variables = next;
}

}  // namespace

namespace {

bool has_blank(const parser::QuadPattern& quad) {
  const auto is_blank = [](const parser::Node& node) { return std::get<Term>(node).kind == TermKind::blank; };
  return is_blank(quad.triple.subject) || is_blank(quad.triple.object);
}

// A fact for each quad of a DATA block; those with blank nodes, which have their own block's, together.
void read_data(const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of, std::vector<Rule>& read) {
  for (std::size_t begin = 0; begin < rules.data.size();) {
    std::size_t end = begin;
    const auto is_block = [&](const parser::Position& position) {
      return position.line == rules.data_positions[begin].line && position.column == rules.data_positions[begin].column;
    };
    while (end < rules.data.size() && is_block(rules.data_positions[end])) ++end;
    RuleVariables variables(huri_of, 0, false);
    HeadBlanks blanks(variables);
    Rule with_blanks;
    with_blanks.source = static_cast<std::uint32_t>(rules.rules.size());
    for (; begin < end; ++begin) {
      Rule fact;
      fact.source = with_blanks.source;
      Rule& its = has_blank(rules.data[begin]) ? with_blanks : fact;
      its.head.push_back(variables.atom(rules.data[begin], rules.data_positions[begin], blanks.slots()));
      if (!fact.head.empty()) read.push_back(std::move(fact));
    }
    if (with_blanks.head.empty()) continue;
    with_blanks.blanks = blanks.variables();
    with_blanks.variables = variables.count();
    read.push_back(std::move(with_blanks));
  }
}

}  // namespace

Rules read_rules(const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of) {
  if (rules.rules.size() > kMostRules) {
    fail(ErrorKind::memory,
         "there are {} rules; the most is {}: state many facts of one kind as data, with one rule for all",
         rules.rules.size(), kMostRules);
  }
  Rules read;
  for (std::size_t number = 0; number < rules.rules.size(); ++number)
    RuleReader(rules.rules[number], static_cast<std::uint32_t>(number), huri_of, read).read();
  check_strata(rules, read.all);
  read_data(rules, huri_of, read.all);
  return read;
}

bool needs_terms(const Rules& rules) {
  const auto computes = [](const Negation& negation) { return !negation.conditions.empty(); };
  return !rules.collectors.empty() || std::any_of(rules.all.begin(), rules.all.end(), [&](const Rule& rule) {
    return !rule.computations.empty() || !rule.blanks.empty() ||
           std::any_of(rule.absent.begin(), rule.absent.end(), computes);
  });
}

std::vector<Term> constants_of(const parser::RuleSet& rules) {
  std::unordered_map<std::string, Huri> known;
  std::vector<Term> constants;
  const std::function<Huri(TermView)> take = [&](TermView term) {
    const auto [place, is_new] = known.emplace(to_ntriples(term), Huri::make(HuriKind::iri, known.size() + 1));
    if (is_new) constants.emplace_back(term);
    return place->second;
  };
  take(TermView::iri(iri::kRdfType));
  read_rules(rules, take);
  return constants;
}

bool simplify(Rule& rule) {
  const auto are_constant = [](const auto& pair) { return !pair.first.is_variable() && !pair.second.is_variable(); };
  for (const auto& pair : rule.different)
    if (pair.first == pair.second) return false;
  std::erase_if(rule.different, are_constant);
  const bool is_constraint = rule.head.empty() && !rule.collector;
  std::erase_if(rule.head, [&](const Atom& atom) {
    return std::find(rule.body.begin(), rule.body.end(), atom) != rule.body.end();
  });
  if (rule.head.empty() && !is_constraint) return false;  // its head is in its body
  renumber(rule);
  return true;
}

}  // namespace quadrille::inferencer
