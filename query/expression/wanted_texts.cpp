#include "query/expression/wanted_texts.hpp"

#include <memory_resource>

#include "query/expression/detail/builtins.hpp"
#include "query/expression/detail/comparison_nodes.hpp"

namespace quadrille::query {

using parser::Builtin;
using parser::Expression;
using parser::ExpressionKind;

// Like the relations of comparison_nodes.cpp.
struct WantedTexts::Relation {
  KindSet kinds;       // that may be read
  KindSet identified;  // not even these where both operands have stable HURIs
};

namespace {

constexpr KindSet kValueKinds{HuriKind::number, HuriKind::temporal, HuriKind::typed};

}  // namespace

void WantedTexts::add(const Expression& expression, KindSet asked) {
  const auto& arguments = expression.arguments;
  switch (expression.kind) {
    case ExpressionKind::variable:
      if (!asked.empty()) kinds_[expression.variable] |= asked;
      return;
    case ExpressionKind::constant:
      return;
    case ExpressionKind::logical_or:
    case ExpressionKind::logical_and:
    case ExpressionKind::logical_not:
      for (const Expression& argument : arguments) add(argument, kBooleanKinds);
      return;
    case ExpressionKind::equal:
    case ExpressionKind::not_equal:
    case ExpressionKind::in:
    case ExpressionKind::not_in:
      if (arguments.size() == 1) add(arguments[0], kNothing);  // IN (): evaluated, but not compared
      for (std::size_t item = 1; item < arguments.size(); ++item) {
        add_relation(arguments[0], arguments[item], {kAllKinds, kAllKinds.without(kValueKinds)});
      }
      return;
    case ExpressionKind::less:
    case ExpressionKind::greater:
    case ExpressionKind::less_equal:
    case ExpressionKind::greater_equal:
      if (arguments.size() == 2) {
        add_relation(arguments[0], arguments[1],
                     {kValueKinds | KindSet{HuriKind::string}, has_delta_ ? kNothing : KindSet{HuriKind::string}});
      }
      return;
    case ExpressionKind::function:
      return add_function(expression, asked);
    case ExpressionKind::call:
      for (const Expression& argument : arguments) add(argument, kTermKinds);
      return;
    case ExpressionKind::exists:
    case ExpressionKind::not_exists:
    case ExpressionKind::aggregate:
      return;  // columns of their own when expressions are evaluated
    default:   // arithmetic
      for (const Expression& argument : arguments) add(argument, kUnreadKinds);
  }
}

void WantedTexts::add_function(const Expression& function, KindSet asked) {
  const auto& arguments = function.arguments;
  switch (function.builtin) {
    case Builtin::bound:
      return;
    case Builtin::if_:
      for (std::size_t i = 0; i < arguments.size(); ++i) add(arguments[i], i == 0 ? kBooleanKinds : asked);
      return;
    case Builtin::coalesce:
      for (const Expression& argument : arguments) add(argument, asked);
      return;
    case Builtin::sameterm:
      if (arguments.size() == 2) add_relation(arguments[0], arguments[1], {kAllKinds, kAllKinds});
      return;
    case Builtin::concat:
    case Builtin::regex:
    case Builtin::replace:
      for (const Expression& argument : arguments) add(argument, kStringKinds);
      return;
    default:
      break;
  }
  const detail::BuiltinRow* row = detail::find_builtin(function.builtin, arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) add(arguments[i], row != nullptr ? row->needs[i] : kTermKinds);
}

// Terms of the database are distinguished by their HURIs, if both sides have one.
void WantedTexts::add_relation(const Expression& left, const Expression& right, const Relation& relation) {
  const bool by_identity = is_stable(left) && is_stable(right);
  add_operand(left, right, relation, by_identity);
  add_operand(right, left, relation, by_identity);
}

void WantedTexts::add_operand(const Expression& operand, const Expression& other, const Relation& relation,
                              bool by_identity) {
  KindSet kinds = relation.kinds;
  if (other.kind == ExpressionKind::constant) {
    std::pmr::monotonic_buffer_resource arena;
    kinds = kinds & detail::kinds_like(Value::from_term(other.constant.view(), arena));
  }
  if (by_identity) kinds = kinds.without(relation.identified);
  add(operand, kinds);
}

bool WantedTexts::is_stable(const Expression& operand) const {
  if (operand.kind == ExpressionKind::constant) return is_known_(operand.constant.view());
  return operand.kind == ExpressionKind::variable && !may_be_volatile_(operand.variable);
}

}  // namespace quadrille::query
