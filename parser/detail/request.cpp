#include "parser/detail/request.hpp"

#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

void BlankNodeScopes::use(std::string_view label, Scope scope, Position position) {
  const auto [found, is_new] = scopes_.try_emplace(std::string(label), scope);
  if (found->second != scope)
    fail_at(position, "the blank node label '_:{}' is used in another graph pattern already; it cannot connect the two",
            label);
}

VariableId Variables::id(std::string_view name) {
  const auto [found, is_new] = ids_.try_emplace(std::string(name), static_cast<VariableId>(names_.size()));
  if (is_new) names_.emplace_back(name);
  return found->second;
}

}  // namespace quadrille::parser
