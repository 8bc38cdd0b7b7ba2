// CONSTRUCT queries as rules (rule_format.hpp).

#include <utility>

#include "parser/detail/quads.hpp"
#include "parser/detail/request_tree.hpp"
#include "parser/detail/rule_builder.hpp"
#include "parser/detail/rule_readers.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

// Throws Error(syntax) for a pattern that rules do not have, with what to write instead.
[[noreturn]] void refuse_pattern(Tree pattern) {
  switch (pattern.rule()) {
    case Rule::optionalGraphPattern:
      fail_at(pattern.position(),
              "rules have no OPTIONAL; write one rule with its pattern, and one without, whose body says NOT");
    case Rule::inlineData:
      fail_at(pattern.position(), "rules have no VALUES; write a rule for each row, or FILTER(?x IN (...))");
    case Rule::serviceGraphPattern:
      fail_at(pattern.position(), "rules have no SERVICE; load the data that they need");
    case Rule::groupOrUnionGraphPattern:
      if (pattern.has(TokenKind::UNION))
        fail_at(pattern.position(), "rules have no UNION; write a rule for each of its sides");
      fail_at(pattern.position(), "rules have no groups inside of their bodies; write its patterns without the braces");
    default:
      fail_at(pattern.position(), "{} is not possible here: the pattern has triples and FILTER alone",
              pattern.is(Rule::bind)                ? "BIND"
              : pattern.is(Rule::minusGraphPattern) ? "MINUS"
              : pattern.is(Rule::graphGraphPattern) ? "GRAPH"
                                                    : "FILTER");
  }
}

// The group of FILTER NOT EXISTS { ... }, if the filter is one.
std::optional<Tree> not_exists_group(Tree filter) {
  const Tree constraint = filter.child(Rule::constraint).front();
  if (!constraint.is(Rule::builtInCall) || !constraint.front().is(Rule::notExistsFunc)) return std::nullopt;
  return constraint.front().child(Rule::groupGraphPattern);
}

// Reads one query.
class ConstructReader {
 public:
  ConstructReader(Request& request, Tree tree) : rule_(request, tree.position()) {
    refuse_other_clauses(tree);
    group(tree.child(Rule::whereClause).child(Rule::groupGraphPattern));
    for (const Tree filter : filters_) condition(filter);
    for (const auto& [variable, position] : local_) {
      if (!rule_.is_bound(variable)) continue;
      fail_at(position, "?{} of MINUS has no value before it, but gets one later; write MINUS at the end of the body",
              request.variables.name(variable));
    }
    const Tree head = tree.child(Rule::quadPattern);
    rule_.head(head, read_rule_quads({request, BlankNodes::terms}, head));
  }

  InferenceRule take() { return rule_.take(); }

 private:
  static void refuse_other_clauses(Tree tree) {
    if (!tree.has(Rule::quadPattern))
      fail_at(tree.position(),
              "CONSTRUCT WHERE {{ ... }} gives what is there already; write CONSTRUCT {{ ... }} WHERE");
    if (tree.has(Rule::datasetClause))
      fail_at(tree.child(Rule::datasetClause).position(),
              "rules have no FROM; write GRAPH <iri> {{ ... }} in the body");
    for (const Rule clause : {Rule::solutionModifier, Rule::valuesClause}) {
      const Tree found = tree.child(clause);
      if (!found.empty())
        fail_at(found.position(),
                "a rule ends with its body: it has no GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET or VALUES; write a "
                "subquery in the body, {{ SELECT ... }}, for groups");
    }
  }

  void group(Tree tree) {
    if (tree.has(Rule::subSelect)) return rule_.add(rule_.sub_select(tree.child(Rule::subSelect)), tree.position());
    for (const Tree child : tree.child(Rule::groupGraphPatternSub)) {
      if (child.is(Rule::triplesBlock)) {
        for (QuadPattern& quad : rule_.patterns(child, std::nullopt)) rule_.add(std::move(quad), child.position());
      } else if (child.is(Rule::graphPatternNotTriples)) {
        element(child.front());
      }
    }
  }

  void element(Tree tree) {
    switch (tree.rule()) {
      case Rule::filter:
        filters_.push_back(tree);
        return;
      case Rule::bind:
        return rule_.add(rule_.assignment(tree.child(Rule::var), tree.child(Rule::expression), "BIND"),
                         tree.position());
      case Rule::graphGraphPattern:
        for (QuadPattern& quad : graph(tree)) rule_.add(std::move(quad), tree.position());
        return;
      case Rule::minusGraphPattern:
        return minus(tree);
      case Rule::groupOrUnionGraphPattern:
        if (!tree.has(TokenKind::UNION) && tree.front().has(Rule::subSelect)) return group(tree.front());
        [[fallthrough]];
      default:
        refuse_pattern(tree);
    }
  }

  void condition(Tree filter) {
    if (const auto pattern = not_exists_group(filter)) {
      VariableMarks bound = rule_.bound();
      rule_.add(negation(*pattern, bound), filter.position());
    } else {
      rule_.add(rule_.expression(filter.child(Rule::constraint), rule_.bound()), filter.position());
    }
  }

  std::vector<QuadPattern> graph(Tree tree) {
    const Node graph = read_node({rule_.request()}, tree.child(Rule::varOrIri));
    const Tree group = tree.child(Rule::groupGraphPattern);
    if (group.has(Rule::subSelect)) fail_at(group.position(), "a subquery inside of GRAPH is not possible in rules");
    std::vector<QuadPattern> quads;
    for (const Tree child : group.child(Rule::groupGraphPatternSub)) {
      if (child.is(Rule::graphPatternNotTriples)) {
        fail_at(child.position(), "in rules GRAPH has triples alone; write everything else behind its braces");
      }
      if (!child.is(Rule::triplesBlock)) continue;
      for (QuadPattern& quad : rule_.patterns(child, graph)) quads.push_back(std::move(quad));
    }
    return quads;
  }

  // `bound` has the variables that its conditions may use in addition to its own.
  RuleNegation negation(Tree group, VariableMarks& bound) {
    if (group.has(Rule::subSelect))
      fail_at(group.position(), "NOT has triples and FILTER alone; write the subquery in front of it");
    RuleNegation negation;
    std::vector<Tree> filters;
    const auto take = [&](std::vector<QuadPattern> quads) {
      for (QuadPattern& quad : quads) {
        RuleBuilder::bind(quad, bound);
        negation.patterns.push_back(std::move(quad));
      }
    };
    for (const Tree child : group.child(Rule::groupGraphPatternSub)) {
      if (child.is(Rule::triplesBlock)) take(rule_.patterns(child, std::nullopt));
      if (!child.is(Rule::graphPatternNotTriples)) continue;
      const Tree part = child.front();
      if (part.is(Rule::filter)) {
        filters.push_back(part);
      } else if (part.is(Rule::graphGraphPattern)) {
        take(graph(part));
      } else {
        refuse_pattern(part);
      }
    }
    for (const Tree filter : filters)
      negation.conditions.push_back(rule_.expression(filter.child(Rule::constraint), bound));
    return negation;
  }

  // MINUS removes the solutions that agree in the variables of both sides; its filters see its own variables alone.
  void minus(Tree tree) {
    VariableMarks own;
    RuleNegation removed = negation(tree.child(Rule::groupGraphPattern), own);
    bool shares = false;
    for (const QuadPattern& quad : removed.patterns) {
      for_each_variable(quad, [&](VariableId variable) {
        shares = shares || rule_.is_bound(variable);
        if (!rule_.is_bound(variable)) local_.emplace_back(variable, tree.position());
      });
    }
    if (!shares)
      fail_at(tree.position(),
              "this MINUS shares no variable with the patterns before it, so it removes nothing; write FILTER NOT "
              "EXISTS {{ ... }} if the rule must not apply while its pattern has a solution");
    rule_.add(std::move(removed), tree.position());
  }

  RuleBuilder rule_;
  std::vector<Tree> filters_;                           // of the body, in its order
  std::vector<std::pair<VariableId, Position>> local_;  // variables of MINUS that nothing before it binds
};

}  // namespace

RuleSet parse_construct_rules(std::string_view text, std::string_view base) {
  const ParsedText parsed(text, Rule::constructUnit);
  Request request(parsed.source(), base, DefaultPrefixes::none);
  request.names.refuse_stored_blanks();
  RuleSet rules;
  for (const Tree child : parsed.root().child(Rule::constructRules)) {
    if (child.is(Rule::prologue)) read_prologue(request, child);
    if (child.is(Rule::constructRule)) rules.rules.push_back(ConstructReader(request, child).take());
  }
  rules.prefixes = request.names.declared();
  return rules;
}

}  // namespace quadrille::parser
