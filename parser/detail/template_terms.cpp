#include "parser/detail/template_terms.hpp"

#include <map>
#include <utility>

namespace quadrille::parser {

namespace {

Expression function(Builtin builtin, Position position) {
  Expression call;
  call.kind = ExpressionKind::function;
  call.builtin = builtin;
  call.position = position;
  return call;
}

class TermsInWhere {
 public:
  TermsInWhere(Pattern where, Variables& variables, Position position)
      : where_(std::move(where)), variables_(variables), position_(position) {}

  void add(TermPattern& term) {
    for (Node* node : {&term.subject, &term.predicate, &term.object}) replace_blank(*node);
    Expression triple = function(Builtin::triple, position_);
    for (const Node* node : {&term.subject, &term.predicate, &term.object}) triple.arguments.push_back(argument(*node));
    bind(term.term, std::move(triple));
  }

  // A node of the template.
  void replace(Node& node) const {
    const auto* term = std::get_if<Term>(&node);
    if (term == nullptr || term->kind != TermKind::blank) return;
    if (const auto known = blanks_.find(term->text); known != blanks_.end()) node = known->second;
  }

  Pattern take() { return std::move(where_); }

 private:
  void bind(VariableId variable, Expression value) {
    where_ = above(where_.depth, Extend{std::move(where_.algebra), variable, std::move(value)}, position_);
  }

  void replace_blank(Node& node) {
    const auto* term = std::get_if<Term>(&node);
    if (term == nullptr || term->kind != TermKind::blank || is_stored_blank(term->view())) return;
    auto known = blanks_.find(term->text);
    if (known == blanks_.end()) {
      known = blanks_.emplace(term->text, variables_.fresh()).first;
      bind(known->second, function(Builtin::bnode, position_));
    }
    node = known->second;
  }

  Expression argument(const Node& node) const {
    Expression its;
    its.position = position_;
    if (const auto* variable = std::get_if<VariableId>(&node)) {
      its.kind = ExpressionKind::variable;
      its.variable = *variable;
    } else {
      its.kind = ExpressionKind::constant;
      its.constant = std::get<Term>(node);
    }
    return its;
  }

  Pattern where_;
  Variables& variables_;
  const Position position_;
  std::map<std::string, VariableId> blanks_;
};

}  // namespace

Pattern with_template_terms(Pattern where, std::vector<TermPattern> terms, std::vector<QuadPattern>& quads,
                            Variables& variables, Position position) {
  TermsInWhere all(std::move(where), variables, position);
  for (TermPattern& term : terms) all.add(term);
  for (QuadPattern& quad : quads) all.replace(quad.triple.subject), all.replace(quad.triple.object);
  return all.take();
}

}  // namespace quadrille::parser
