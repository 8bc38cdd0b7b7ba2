#include "parser/testing/rule_set_of.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace quadrille::parser {

namespace {

using Names = std::vector<std::string>;

// Replaces ?.3, _:.3 and _:label by #1, #2 ...
std::string with_numbers(const std::string& text) {
  std::map<std::string, std::size_t> numbers;
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_unnamed = text.compare(i, 2, "?.") == 0 || text.compare(i, 2, "_:") == 0;
    if (!is_unnamed) {
      out += text[i++];
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" )(\n", i), text.size());
    const auto place = numbers.try_emplace(text.substr(i, end - i), numbers.size() + 1).first;
    out += fmt::format("#{}", place->second);
    i = end;
  }
  return out;
}

std::string of(const std::vector<QuadPattern>& quads, const Names& names) {
  std::string text;
  for (const QuadPattern& quad : quads) {
    Bgp bgp;
    bgp.patterns.push_back(quad.triple);
    AlgebraPtr pattern = make_algebra(std::move(bgp));
    if (quad.graph) pattern = make_algebra(Graph{*quad.graph, std::move(pattern)});
    text += to_text(*pattern, names) + "\n";
  }
  return text;
}

std::string of(const Expression& expression, const Names& names) {
  Filter filter{make_algebra(Bgp()), {}};
  filter.conditions.push_back(expression);
  return to_text(*make_algebra(std::move(filter)), names) + "\n";
}

struct Elements {
  const Names& names;
  std::string patterns, selects;  // blank nodes of subqueries are apart

  void operator()(const QuadPattern& quad) { patterns += of({quad}, names); }
  void operator()(const Expression& condition) { patterns += of(condition, names); }
  void operator()(const RuleAssignment& set) {
    patterns += fmt::format("set ?{} ", names[set.variable]) + of(set.expression, names);
  }
  void operator()(const RuleNegation& negation) {
    patterns += negation.data_only ? "not data\n" : "not\n";
    patterns += of(negation.patterns, names);
    for (const Expression& condition : negation.conditions) patterns += of(condition, names);
    patterns += "end of not\n";
  }
  void operator()(const RuleSubSelect& select) {
    patterns += "select\n";
    std::string text = to_text(*select.pattern, names) + "\n";
    for (const VariableId variable : select.variables) text += "?" + names[variable] + " ";
    selects += with_numbers(text);
  }
};

}  // namespace

std::string dump(const RuleSet& rules) {
  std::string text;
  for (const InferenceRule& rule : rules.rules) {
    Elements body{rule.variables, {}, {}};
    for (const RuleElement& part : rule.body) std::visit(body, part.element);
    text += fmt::format("rule {}\n{}{}\n{}{}\n", rule.name, with_numbers(of(rule.head, rule.variables)),
                        rule.data_only ? "where data" : "where", with_numbers(body.patterns), body.selects);
  }
  text += "data\n" + with_numbers(of(rules.data, {}));
  for (const std::string& import : rules.imports) text += "imports " + import + "\n";
  return text;
}

}  // namespace quadrille::parser
