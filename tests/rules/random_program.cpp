#include "tests/rules/random_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <random>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::tests {

namespace {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::size_t count) { return random_() % static_cast<std::uint32_t>(count); }
  bool one_in(std::uint32_t count) { return below(count) == 0; }
  template <class List>
  auto of(const List& list) {
    return *std::next(std::begin(list), below(std::size(list)));
  }

 private:
  std::mt19937 random_;
};

constexpr std::uint32_t kRanks = 4;
constexpr std::array<const char*, 13> kLiterals = {"0",     "1",     "2",     "3",        "1.0",      "02",  "2.5",
                                                   "\"a\"", "\"b\"", "\"1\"", "\"a\"@en", "\"b\"@de", "true"};
constexpr std::array<const char*, 3> kGraphs = {":g0", ":g1", ":g2"};

std::string thing_of(Dice& dice) {
  return dice.one_in(12) ? dice.of(kGraphs) : fmt::format(":t{}", dice.below(3));
}

// The variables that a body binds, by type.
struct Known {
  std::set<std::string> things, values, graphs;

  bool has(const std::string& variable) const {
    return things.contains(variable) || values.contains(variable) || graphs.contains(variable);
  }
};

// Writes one rule.
class RuleWriter {
 public:
  RuleWriter(Dice& dice, const ProgramParts& parts, std::uint32_t number)
      : dice_(dice), parts_(parts), number_(number), rank_(1 + dice.below(kRanks - 1)), is_strict_(!dice.one_in(10)) {
    sets_ = may(ProgramPart::assignments) && dice.one_in(3);
    makes_nodes_ = may(ProgramPart::new_nodes) && dice.one_in(4);
    data_only_ = may(ProgramPart::stated) && dice.one_in(10);
  }

  std::string write() {
    std::string body = pattern();
    if (dice_.one_in(8)) body = early_not() + body;
    for (std::uint32_t i = 0, count = dice_.below(4); i < count; ++i) body += element();
    if (sets_) body += assignment();
    if (dice_.one_in(4)) body += condition(known_);
    return fmt::format("RULE :r{} {{ {}}} WHERE {}{{ {}}}\n", number_, head(), data_only_ ? "DATA " : "", body);
  }

 private:
  bool may(ProgramPart part) const { return parts_[static_cast<std::size_t>(part)]; }

  enum class Looks { open, closed, stated };

  // A rank of what a pattern looks at.
  std::uint32_t rank(Looks looks) {
    if (!is_strict_ || data_only_ || looks == Looks::stated) return dice_.below(kRanks);
    return dice_.below(looks == Looks::closed || sets_ || makes_nodes_ ? rank_ : rank_ + 1);
  }

  std::string element() {
    switch (dice_.below(6)) {
      case 0:
        return condition(known_);
      case 1:
        return negation();
      case 2:
        return may(ProgramPart::subqueries) ? subquery() : pattern();
      case 3:
        return sets_ && dice_.one_in(2) ? assignment() : pattern();
      default:
        return pattern();
    }
  }

  // A variable of these names; of `known` ones rather.
  std::string variable(const std::set<std::string>& known, const std::initializer_list<const char*>& names) {
    return !known.empty() && !dice_.one_in(3) ? dice_.of(known) : dice_.of(names);
  }
  // Two of these; the same one twice if there is no other, or rarely.
  std::pair<std::string, std::string> two_of(const std::set<std::string>& known) {
    const std::string first = dice_.of(known);
    std::string second = dice_.of(known);
    for (int i = 0; i < 4 && second == first; ++i) second = dice_.of(known);
    return {first, second};
  }
  std::string thing_variable(const Known& known) { return variable(known.things, {"?x", "?y", "?z"}); }
  std::string value_variable(const Known& known) { return variable(known.values, {"?n", "?m", "?k"}); }

  void bind(std::set<std::string>& variables, const std::string& variable) { variables.insert(variable); }

  // A triple pattern; its variables are added to `known`.
  std::string triple(Known& known, Looks looks) {
    const std::uint32_t its = rank(looks);
    const std::string subject = dice_.one_in(8) ? thing_of(dice_) : thing_variable(known);
    if (subject.starts_with("?")) bind(known.things, subject);
    if (dice_.one_in(2)) {
      const std::string object = dice_.one_in(8) ? dice_.of(kLiterals) : value_variable(known);
      if (object.starts_with("?")) bind(known.values, object);
      return fmt::format("{} :v{} {} . ", subject, its, object);
    }
    std::string object = dice_.one_in(8) ? thing_of(dice_) : dice_.one_in(12) ? "[]" : thing_variable(known);
    if (object == subject && !dice_.one_in(6)) object = subject == "?y" ? "?z" : "?y";
    if (object.starts_with("?")) bind(known.things, object);
    const std::string path = dice_.one_in(12) ? fmt::format("/^:t{}", rank(looks)) : "";
    return fmt::format("{} :t{}{} {} . ", subject, its, path, object);
  }
  std::string in_graph(Known& known, const std::string& triples) {
    if (!may(ProgramPart::graphs) || !dice_.one_in(3)) return triples;
    const std::string graph = dice_.one_in(2) ? dice_.of(kGraphs) : dice_.one_in(2) ? "?g" : "?h";
    if (graph.starts_with("?")) bind(known.graphs, graph);
    return fmt::format("GRAPH {} {{ {}}} ", graph, triples);
  }
  std::string pattern() {
    const std::string triples = triple(known_, Looks::open);
    return in_graph(known_, triples);
  }

  std::string negation() {
    const bool of_data = may(ProgramPart::stated) && dice_.one_in(3);
    Known inside = known_;
    std::string text = of_data ? "NOT DATA { " : "NOT { ";
    for (std::uint32_t i = 0, count = 1 + dice_.below(2); i < count; ++i) {
      const std::string triples = triple(inside, of_data ? Looks::stated : Looks::closed);
      text += in_graph(inside, triples);
    }
    if (may(ProgramPart::conditions) && dice_.one_in(3)) text += condition(inside);
    return text + "} ";
  }
  // In front of all patterns, so its variables are its own.
  std::string early_not() {
    const Known before = std::exchange(known_, Known());
    const std::string text = negation();
    known_ = before;
    return text;
  }

  std::string condition(const Known& known) {
    if (!may(ProgramPart::conditions)) {
      if (known.things.size() < 2) return "";
      const auto [x, y] = two_of(known.things);
      return fmt::format("FILTER(!sameTerm({}, {})) ", x, y);
    }
    if (known.values.empty() || dice_.one_in(4)) return thing_condition(known);
    static constexpr std::array kConditions = {"{0} > 1",
                                               "{0} = {1}",
                                               "{0} != {1}",
                                               "{0} < {1} + 1",
                                               "isNumeric({0})",
                                               "LANG({0}) = \"en\"",
                                               "sameTerm({0}, 2)",
                                               "{0} IN (1, \"a\", 2)",
                                               "CONTAINS(STR({0}), \"1\")",
                                               "{0}",
                                               "{0} > 1 || {1} = \"a\"",
                                               "!({0} = 1)",
                                               "DATATYPE({0}) = xsd:integer",
                                               "1 / {0} > 0.3",
                                               "STRLEN({0}) = 1",
                                               "!sameTerm({0}, {1})",
                                               "{0} <= {1} && {1} >= 1",
                                               "REGEX({0}, \"^[a1]\")"};
    const auto [n, m] = two_of(known.values);
    return fmt::format("FILTER({}) ", fmt::format(fmt::runtime(dice_.of(kConditions)), n, m));
  }
  std::string thing_condition(const Known& known) {
    if (known.things.empty()) return "FILTER(1 + 1 = 2) ";
    static constexpr std::array kConditions = {"{0} != {1}",
                                               "{0} = {1}",
                                               "{0} = :t1",
                                               "isBlank({0})",
                                               "isIRI({0})",
                                               "STRENDS(STR({0}), \"1\")",
                                               "{0} IN (:t0, :t1, {1})"};
    const auto [x, y] = two_of(known.things);
    return fmt::format("FILTER({}) ", fmt::format(fmt::runtime(dice_.of(kConditions)), x, y));
  }

  std::string assignment() {
    const std::string name = fmt::format("?s{}", next_name_++);
    static constexpr std::array kOfValues = {"{0} + 1",
                                             "{0} + {1}",
                                             "{0} * 2",
                                             "{0} / 2",
                                             "STR({0})",
                                             "CONCAT(STR({0}), \"z\")",
                                             "{0}",
                                             "UCASE({0})",
                                             "IF({0} > 1, \"big\", {1})",
                                             "STRLANG(STR({0}), \"en\")",
                                             "xsd:integer({0})",
                                             "STRLEN(STR({0}))",
                                             "-{0}"};
    if (known_.values.empty() || dice_.one_in(4)) return assignment_of_things(name);
    const auto [n, m] = two_of(known_.values);
    const std::string expression = fmt::format(fmt::runtime(dice_.of(kOfValues)), n, m);
    bind(known_.values, name);
    return fmt::format("SET({} := {}) ", name, expression);
  }
  std::string assignment_of_things(const std::string& name) {
    if (!known_.values.empty() && dice_.one_in(2)) {
      const std::string n = dice_.of(known_.values);
      bind(known_.things, name);
      return fmt::format("SET({} := IRI(CONCAT(\"http://e/t\", STR({})))) ", name, n);
    }
    const std::string expression = known_.things.empty() ? "1 + 1" : fmt::format("STR({})", dice_.of(known_.things));
    bind(known_.values, name);
    return fmt::format("SET({} := {}) ", name, expression);
  }

  // Its inner variables are its own; those that it projects join with the body.
  std::string subquery() {
    Known inside;
    std::string triples = triple(inside, Looks::closed);
    if (dice_.one_in(2)) triples += triple(inside, Looks::closed);
    std::string where = in_graph(inside, triples);
    if (may(ProgramPart::conditions) && dice_.one_in(3)) where += condition(inside);
    if (dice_.one_in(4)) where += fmt::format("OPTIONAL {{ {}}} ", triple(inside, Looks::closed));
    if (inside.values.empty() || dice_.one_in(5)) return plain_subquery(inside, where);
    return aggregating_subquery(inside, where);
  }
  std::string plain_subquery(const Known& inside, const std::string& where) {
    std::string names;
    for (const auto& [from, to] : {std::pair(&inside.things, &known_.things), std::pair(&inside.values, &known_.values),
                                   std::pair(&inside.graphs, &known_.graphs)}) {
      for (const std::string& name : *from) {
        if (names.empty() || dice_.one_in(2)) names += name + " ", bind(*to, name);
      }
    }
    if (names.empty()) names = "(1 + 1 AS ?nothing) ";
    return fmt::format("{{ SELECT {}{}{{ {}}} }} ", dice_.one_in(2) ? "DISTINCT " : "", names, where);
  }
  std::string aggregating_subquery(const Known& inside, const std::string& where) {
    static constexpr std::array kAggregates = {
        "COUNT(*)",      "COUNT({0})",   "COUNT(DISTINCT {0})",   "SUM({0})",     "AVG({0})",      "MIN(STR({0}))",
        "MAX(STR({0}))", "SUM({0} + 1)", "MAX(xsd:integer({0}))", "COUNT(*) + 1", "COUNT({0} > 1)"};
    const std::string name = fmt::format("?a{}", next_name_++), n = dice_.of(inside.values);
    const std::string aggregate = fmt::format(fmt::runtime(dice_.of(kAggregates)), n);
    std::string key;
    if (!inside.things.empty() && !dice_.one_in(4)) {
      key = dice_.of(inside.things);
      bind(known_.things, key);
    } else if (!inside.graphs.empty()) {
      key = dice_.of(inside.graphs);
      bind(known_.graphs, key);
    }
    bind(known_.values, name);
    const std::string group = key.empty() ? "" : fmt::format("GROUP BY {} ", key);
    const std::string having = dice_.one_in(3) ? "HAVING(COUNT(*) > 1) " : "";
    return fmt::format("{{ SELECT {} ({} AS {}) {{ {}}} {}{}}} ", key, aggregate, name, where, group, having);
  }

  std::string head_thing() {
    if (makes_nodes_ && dice_.one_in(2)) return dice_.one_in(3) ? "_:m" : "_:n";
    return known_.things.empty() || dice_.one_in(6) ? thing_of(dice_) : dice_.of(known_.things);
  }
  std::string head_triple() {
    const std::uint32_t its = is_strict_ ? rank_ : dice_.below(kRanks);
    const std::string subject = head_thing();
    if (dice_.one_in(2)) return fmt::format("{} :t{} {} . ", subject, its, head_thing());
    const std::string value = known_.values.empty() || dice_.one_in(6) ? dice_.of(kLiterals) : dice_.of(known_.values);
    return fmt::format("{} :v{} {} . ", subject, its, value);
  }
  std::string head() {
    std::string text;
    for (std::uint32_t i = 0, count = dice_.one_in(10) ? 0 : 1 + dice_.below(2); i < count; ++i) {
      const std::string triples = head_triple();
      if (!may(ProgramPart::graphs) || !dice_.one_in(3)) {
        text += triples;
        continue;
      }
      const bool is_known = !known_.graphs.empty() && dice_.one_in(2);
      text += fmt::format("GRAPH {} {{ {}}} ", is_known ? dice_.of(known_.graphs) : dice_.of(kGraphs), triples);
    }
    if (makes_nodes_ && !text.empty() && text.find("_:") == text.npos)
      text += fmt::format("[] :t{} {} . ", is_strict_ ? rank_ : dice_.below(kRanks), head_thing());
    return text;
  }

  Dice& dice_;
  const ProgramParts& parts_;
  std::uint32_t number_, rank_, next_name_ = 0;
  bool is_strict_;  // the ranks decide what it looks at
  bool sets_ = false, makes_nodes_ = false, data_only_ = false;
  Known known_;
};

TermView thing_view(const std::string& name) {
  return name.starts_with("_:") ? TermView::blank(std::string_view(name).substr(2)) : TermView::iri(name);
}

Term literal_of(std::string_view text) {
  if (text == "true") return Term(TermView::literal(text, iri::kXsdBoolean));
  if (text.front() != '"')
    return Term(TermView::literal(text, text.find('.') == text.npos ? iri::kXsdInteger : iri::kXsdDecimal));
  const std::size_t end = text.find('"', 1);
  const std::string_view inside = text.substr(1, end - 1);
  return Term(end + 1 == text.size() ? TermView::string(inside)
                                     : TermView::language_string(inside, text.substr(end + 2)));
}

FactBase random_data(Dice& dice, bool with_graphs) {
  FactBase facts;
  const auto thing = [&] {
    return dice.one_in(6) ? fmt::format("_:b{}", dice.below(2)) : "http://e/" + thing_of(dice).substr(1);
  };
  for (std::uint32_t i = 0, count = 5 + dice.below(36); i < count; ++i) {
    const std::uint32_t rank = dice.one_in(8) ? dice.below(kRanks) : dice.below(2);
    const bool has_value = dice.one_in(2);
    const std::string subject = thing(), object = thing();
    const std::string predicate = fmt::format("http://e/{}{}", has_value ? "v" : "t", rank);
    const Term literal = literal_of(dice.of(kLiterals));
    const std::string graph = "http://e/" + std::string(dice.of(kGraphs)).substr(1);
    QuadView quad{thing_view(subject), TermView::iri(predicate), has_value ? literal.view() : thing_view(object), {}};
    if (with_graphs && dice.one_in(3)) quad.graph = TermView::iri(graph);
    facts.quad(quad);
  }
  return facts;
}

std::string data_block(Dice& dice, const ProgramParts& parts) {
  const std::string subject = thing_of(dice), object = thing_of(dice);
  const std::string literal = dice.of(kLiterals);
  const std::uint32_t rank = dice.below(3);
  std::string text = fmt::format("{0} :t{1} {2} ; :v{1} {3} . ", subject, rank, object, literal);
  if (parts[static_cast<std::size_t>(ProgramPart::graphs)] && dice.one_in(2))
    text = fmt::format("GRAPH {} {{ {}}} ", dice.of(kGraphs), text);
  if (parts[static_cast<std::size_t>(ProgramPart::new_nodes)] && dice.one_in(2))
    text += fmt::format("_:d :t{} {} ", rank, object);
  return fmt::format("DATA {{ {}}}\n", text);
}

}  // namespace

RandomProgramText random_program(std::uint32_t seed, const ProgramParts& parts) {
  Dice dice(seed);
  RandomProgramText program;
  program.parts = parts & ProgramParts(dice.below(1U << kProgramParts));
  program.rules = "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n";
  for (std::uint32_t rule = 0, count = 1 + dice.below(8); rule < count; ++rule) {
    RuleWriter writer(dice, program.parts, rule);
    program.rules += writer.write();
  }
  if (dice.one_in(3)) program.rules += data_block(dice, program.parts);
  program.data = random_data(dice, program.parts[static_cast<std::size_t>(ProgramPart::graphs)]);
  return program;
}

}  // namespace quadrille::tests
