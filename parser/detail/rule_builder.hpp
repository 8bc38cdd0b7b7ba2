#pragma once

// A RuleBuilder makes one rule from its parts, in the order of its text, and refuses what is not well-formed: a
// variable that nothing before its place binds, a second value for a variable, a function whose value changes. The
// readers of all rule languages use it.
//
//   RuleBuilder rule(request, position);
//   rule.add(quad, position);                                   // the body: binds the quad's variables
//   rule.add(rule.expression(tree, rule.bound()), position);    // a condition
//   rule.head(tree, quads);
//   rules.push_back(rule.take());

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/detail/variables.hpp"
#include "parser/rule_set.hpp"

namespace quadrille::parser {

class RuleBuilder {
 public:
  // The variables of `request` are those of this rule until take().
  RuleBuilder(Request& request, Position position);
  RuleBuilder(const RuleBuilder&) = delete;
  RuleBuilder& operator=(const RuleBuilder&) = delete;

  void set_name(std::string iri) { rule_.name = std::move(iri); }
  void set_data_only() { rule_.data_only = true; }

  Request& request() { return request_; }
  const VariableMarks& bound() const { return bound_; }
  bool is_bound(VariableId variable) const { return bound_.has(variable); }

  // Appends an element of the body. Variables of quads, and what the assignment and the subquery give, are bound from
  // here on.
  template <class Element>
  void add(Element element, Position position) {
    if constexpr (std::is_same_v<Element, QuadPattern>) bind(element, bound_);
    if constexpr (std::is_same_v<Element, RuleAssignment>) bound_.add(element.variable);
    if constexpr (std::is_same_v<Element, RuleSubSelect>) bind(element);
    RuleElement& part = rule_.body.emplace_back();
    part.element.emplace<Element>(std::move(element));
    part.position = position;
  }
  static void bind(const QuadPattern& quad, VariableMarks& bound) {
    for_each_variable(quad, [&](VariableId variable) { bound.add(variable); });
  }

  // The triples of a triplesBlock, n3Contents or n3Triples, with the paths / and ^ as triples, and blank nodes as
  // variables.
  std::vector<QuadPattern> patterns(Tree block, const std::optional<Node>& graph);
  // Its variables are in `bound`.
  Expression expression(Tree tree, const VariableMarks& bound);
  // `name` is the var of SET or BIND, of which `keyword` is the name.
  RuleAssignment assignment(Tree name, Tree value, const char* keyword);
  RuleSubSelect sub_select(Tree tree);  // a subSelect

  // The head has these quads, and the text of `tree`, whose variables the body must bind.
  void head(Tree tree, std::vector<QuadPattern> quads);

  InferenceRule take();

 private:
  void bind(const RuleSubSelect& select) {
    for (const VariableId variable : select.variables) bound_.add(variable);
  }

  Request& request_;
  InferenceRule rule_;
  VariableMarks bound_;
  BlankNodeScopes::Scope scope_;
};

// Throws Error(syntax) if a token is a variable; `advice` follows the words "has no variables; ".
void refuse_variables(Tree tree, const char* what, const char* advice);

}  // namespace quadrille::parser
