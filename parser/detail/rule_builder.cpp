#include "parser/detail/rule_builder.hpp"

#include "parser/detail/expressions.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/quads.hpp"
#include "parser/detail/select.hpp"
#include "parser/detail/service_text.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"
#include "parser/scope.hpp"

namespace quadrille::parser {

namespace {

// NOW() and its like: their values are others each time the rules are applied.
void refuse_changing_functions(const Request& request, Tree tree) {
  TokenKind before = TokenKind::END;
  Token function;
  for (const Token& token : tree.tokens()) {
    using enum TokenKind;
    const bool changes = before == NOW || before == RAND || before == UUID || before == STRUUID || before == BNODE;
    if (changes && token.kind == NIL) {
      fail_at(function.position,
              "{}() has another value each time, so what follows by the rule would change without the data; write a "
              "value, or store it as a quad",
              request.text(function));
    }
    before = token.kind;
    function = token;
  }
}

// The inferencer refuses them elsewhere.
void refuse_triple_terms(Tree tree) {
  for (const Token& token : tree.tokens()) {
    if (token.kind == TokenKind::TRIPLE || token.kind == TokenKind::TRIPLE_BEGIN)
      fail_at(token.position, "{}", kNoTermsInRules);
  }
}

bool has_iri_function(Tree tree) {
  for (const Token& token : tree.tokens()) {
    if (token.kind == TokenKind::IRI || token.kind == TokenKind::URI) return true;
  }
  return false;
}

}  // namespace

RuleBuilder::RuleBuilder(Request& request, Position position) : request_(request), scope_(request.blank_nodes.open()) {
  rule_.position = position;
}

std::vector<QuadPattern> RuleBuilder::patterns(Tree block, const std::optional<Node>& graph) {
  std::vector<PatternItem> items;
  const TripleContext context{request_, BlankNodes::variables, scope_};
  if (block.is(Rule::n3Triples)) {
    add_triples(context, block, items);
  } else {
    for (const Tree child : block)
      if (child.is_rule()) add_triples(context, child, items);
  }
  std::vector<QuadPattern> quads;
  for (PatternItem& item : items) {
    if (std::holds_alternative<TermPattern>(item)) fail_at(block.position(), "{}", kNoTermsInRules);
    if (!std::holds_alternative<TriplePattern>(item)) {
      fail_at(block.position(),
              "rules know the path operators / and ^; write the others (|, *, +, ?, !) as rules of their own");
    }
    quads.push_back({std::move(std::get<TriplePattern>(item)), graph});
  }
  return quads;
}

Expression RuleBuilder::expression(Tree tree, const VariableMarks& bound) {
  const AggregateRule rule(request_, "in a rule; compute it in a subquery, { SELECT ... GROUP BY ... }");
  refuse_changing_functions(request_, tree);
  Expression read = read_expression(request_, tree);
  for (const Token& token : tree.tokens()) {
    if (token.kind == TokenKind::EXISTS)
      fail_at(token.position, "EXISTS is not allowed in rules; write NOT {{ ... }}, or the patterns themselves");
    if (!is_variable(token.kind)) continue;
    if (!bound.has(request_.variable(token)))
      fail_at(token.position, "{} is not bound here: no pattern or SET before this place has it", request_.text(token));
  }
  return read;
}

RuleAssignment RuleBuilder::assignment(Tree name, Tree value, const char* keyword) {
  const Token& token = name.token();
  RuleAssignment assignment{request_.variable(token), expression(value, bound_)};
  if (is_bound(assignment.variable)) {
    fail_at(token.position, "{} cannot give {} a value: it is bound before; use another name", keyword,
            request_.text(token));
  }
  return assignment;
}

RuleSubSelect RuleBuilder::sub_select(Tree tree) {
  refuse_changing_functions(request_, tree);
  refuse_triple_terms(tree);
  RuleSubSelect select;
  select.text = service_text(request_, tree.tokens());
  if (has_iri_function(tree)) select.base = request_.names.base();
  select.pattern = read_sub_select(request_, tree).algebra;
  select.variables = variables_in_scope(*select.pattern);
  return select;
}

void RuleBuilder::head(Tree tree, std::vector<QuadPattern> quads) {
  rule_.head = std::move(quads);
  for (const Token& token : tree.tokens()) {
    if (is_variable(token.kind) && !is_bound(request_.variable(token))) {
      fail_at(token.position, "the head of the rule has {}, which no pattern or SET of its body binds",
              request_.text(token));
    }
  }
}

InferenceRule RuleBuilder::take() {
  rule_.variables = request_.variables.take_names();
  request_.variables = {};
  return std::move(rule_);
}

void refuse_variables(Tree tree, const char* what, const char* advice) {
  for (const Token& token : tree.tokens()) {
    if (is_variable(token.kind)) fail_at(token.position, "{} has no variables; {}", what, advice);
  }
}

}  // namespace quadrille::parser
