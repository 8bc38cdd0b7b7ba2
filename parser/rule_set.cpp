#include "parser/rule_set.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "parser/detail/expressions.hpp"
#include "parser/detail/quads.hpp"
#include "parser/detail/request_tree.hpp"
#include "parser/detail/select.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"
#include "parser/scope.hpp"

namespace quadrille::parser {

namespace {

// Reads one rule. `bound_` are the variables of the body's elements so far.
class RuleReader {
 public:
  explicit RuleReader(Request& request) : request_(request) {}

  InferenceRule read(Tree tree) {
    rule_.position = tree.position();
    if (tree.has(Rule::iri)) rule_.name = read_iri(request_, tree.child(Rule::iri));
    rule_.data_only = tree.has(TokenKind::DATA);
    body(tree.child(Rule::ruleBody));
    head(tree.child(Rule::ruleHead));
    rule_.variables = request_.variables.take_names();
    request_.variables = {};
    return std::move(rule_);
  }

 private:
  void body(Tree tree) {
    scope_ = request_.blank_nodes.open();
    for (const Tree child : tree) {
      if (child.is(Rule::triplesBlock)) {
        for (QuadPattern& quad : patterns(child, std::nullopt)) add(std::move(quad), child.position());
      } else if (child.is(Rule::ruleBodyNotTriples)) {
        element(child.front());
      }
    }
  }

  void element(Tree tree) {
    switch (tree.rule()) {
      case Rule::filter:
        return add(condition(tree, bound_), tree.position());
      case Rule::ruleGraph:
        for (QuadPattern& quad : graph(tree)) add(std::move(quad), tree.position());
        return;
      case Rule::ruleNegation:
        return add(negation(tree), tree.position());
      case Rule::ruleAssignment:
        return add(assignment(tree), tree.position());
      case Rule::ruleSubSelect:
        return add(sub_select(tree), tree.position());
      default:
        QUADRILLE_ASSERT(false, "the grammar has no other elements of rules");
    }
  }

  template <class Element>
  void add(Element element, Position position) {
    if constexpr (std::is_same_v<Element, QuadPattern>) bind(element, bound_);
    rule_.body.push_back({std::move(element), position});
  }

  static void bind(const QuadPattern& quad, VariableMarks& bound) {
    for_each_variable(quad, [&](VariableId variable) { bound.add(variable); });
  }

  // The triples of a triplesBlock, with the paths / and ^ as triples.
  std::vector<QuadPattern> patterns(Tree block, const std::optional<Node>& graph) {
    std::vector<PatternItem> items;
    for (const Tree child : block)
      if (child.is_rule()) add_triples({request_, BlankNodes::variables, scope_}, child, items);
    std::vector<QuadPattern> quads;
    for (PatternItem& item : items) {
      if (!std::holds_alternative<TriplePattern>(item)) {
        fail_at(block.position(),
                "rules know the path operators / and ^; write the others (|, *, +, ?, !) as rules of their own");
      }
      quads.push_back({std::move(std::get<TriplePattern>(item)), graph});
    }
    return quads;
  }
  std::vector<QuadPattern> graph(Tree tree) {
    const Node graph = read_node({request_}, tree.child(Rule::varOrIri));
    return tree.has(Rule::triplesBlock) ? patterns(tree.child(Rule::triplesBlock), graph) : std::vector<QuadPattern>();
  }

  Expression condition(Tree filter, const VariableMarks& bound) {
    return expression(filter.child(Rule::constraint), bound);
  }

  // Its variables are bound.
  Expression expression(Tree tree, const VariableMarks& bound) {
    const AggregateRule rule(request_, "in a rule; compute it in a subquery, { SELECT ... GROUP BY ... }");
    Expression read = read_expression(request_, tree);
    for (const Token& token : tree.tokens()) {
      if (token.kind == TokenKind::EXISTS)
        fail_at(token.position, "EXISTS is not allowed in rules; write NOT {{ ... }}, or the patterns themselves");
      if (token.kind != TokenKind::VAR1 && token.kind != TokenKind::VAR2) continue;
      if (!bound.has(request_.variable(token)))
        fail_at(token.position, "{} is not bound here: no pattern or SET before this place has it",
                request_.text(token));
    }
    return read;
  }

  RuleNegation negation(Tree tree) {
    RuleNegation negation;
    negation.data_only = tree.has(TokenKind::DATA);
    VariableMarks bound = bound_;
    const auto take = [&](std::vector<QuadPattern> quads) {
      for (QuadPattern& quad : quads) {
        bind(quad, bound);
        negation.patterns.push_back(std::move(quad));
      }
    };
    for (const Tree child : tree) {
      if (child.is(Rule::triplesBlock)) take(patterns(child, std::nullopt));
      if (!child.is(Rule::ruleNegationNotTriples)) continue;
      const Tree part = child.front();
      if (part.is(Rule::filter)) {
        negation.conditions.push_back(condition(part, bound));
      } else {
        take(graph(part));
      }
    }
    return negation;
  }

  RuleAssignment assignment(Tree tree) {
    for (const Tree child : tree) {
      if (child.is(TokenKind::PNAME_NS) && request_.text(child.token()) != ":")
        fail_at(child.position(), "unexpected '{}', expected ':='", request_.text(child.token()));
    }
    const Token& name = tree.child(Rule::var).token();
    RuleAssignment assignment{request_.variable(name), expression(tree.child(Rule::expression), bound_)};
    if (!bound_.add(assignment.variable)) {
      fail_at(name.position, "SET cannot give {} a value: it is bound before; use another name", request_.text(name));
    }
    return assignment;
  }

  RuleSubSelect sub_select(Tree tree) {
    RuleSubSelect select;
    select.pattern = read_sub_select(request_, tree.child(Rule::subSelect)).algebra;
    for (const VariableId variable : variables_in_scope(*select.pattern)) {
      bound_.add(variable);
      select.variables.push_back(variable);
    }
    return select;
  }

  // Its variables are bound by the body.
  void head(Tree tree) {
    rule_.head = read_quads({request_, BlankNodes::terms}, tree.child(Rule::quadPattern));
    for (const Token& token : tree.tokens()) {
      const bool is_variable = token.kind == TokenKind::VAR1 || token.kind == TokenKind::VAR2;
      if (is_variable && !bound_.has(request_.variable(token))) {
        fail_at(token.position, "the head of the rule has {}, which no pattern or SET of its body binds",
                request_.text(token));
      }
    }
  }

  Request& request_;
  InferenceRule rule_;
  VariableMarks bound_;
  BlankNodeScopes::Scope scope_ = 0;
};

// The quads of a DATA block.
std::vector<QuadPattern> read_rule_data(Request& request, Tree tree) {
  for (const Token& token : tree.tokens()) {
    if (token.kind == TokenKind::VAR1 || token.kind == TokenKind::VAR2)
      fail_at(token.position, "a DATA block has no variables; write a RULE");
  }
  return read_quads({request, BlankNodes::terms}, tree.child(Rule::quadPattern));
}

}  // namespace

RuleSet parse_rule_set(std::string_view text, std::string_view base, const DefaultPrefixes& prefixes) {
  const ParsedText parsed(text, Rule::ruleSetUnit);
  Request request(parsed.source(), base, prefixes);
  RuleSet rules;
  for (const Tree child : parsed.root().child(Rule::ruleSet)) {
    switch (child.rule()) {
      case Rule::baseDecl:
      case Rule::prefixDecl:
        read_declaration(request, child);
        break;
      case Rule::versionDecl:
        break;
      case Rule::importsDecl:
        rules.imports.push_back(read_iri(request, child.child(Rule::iri)));
        break;
      case Rule::inferenceRule:
        rules.rules.push_back(RuleReader(request).read(child));
        break;
      case Rule::ruleData:
        for (QuadPattern& quad : read_rule_data(request, child)) rules.data.push_back(std::move(quad));
        rules.data_positions.resize(rules.data.size(), child.position());
        break;
      default:
        QUADRILLE_ASSERT(false, "the grammar has no other parts of rule sets");
    }
  }
  rules.prefixes = request.names.declared();
  return rules;
}

}  // namespace quadrille::parser
