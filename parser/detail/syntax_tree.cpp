#include "parser/detail/syntax_tree.hpp"

#include "base/assert.hpp"

namespace quadrille::parser {

Tree SyntaxTree::root() const {
  return {*this, 0};
}

std::uint32_t SyntaxTree::open(Rule rule, std::uint32_t token) {
  nodes_.push_back({static_cast<std::int32_t>(rule), token, 0});
  return size() - 1;
}

void SyntaxTree::add(std::uint32_t token) {
  nodes_.push_back({-1 - static_cast<std::int32_t>(tokens_[token].kind), token, size() + 1});
}

std::span<const Token> Tree::tokens() const {
  for (std::uint32_t last = node().end; last > node_; --last) {
    const SyntaxTree::Node& found = tree_->nodes_[last - 1];
    if (found.symbol < 0) return tree_->tokens_.subspan(node().token, found.token + 1 - node().token);
  }
  return {};
}

Tree Tree::child(Rule rule) const {
  for (const Tree child : *this)
    if (child.is(rule)) return child;
  QUADRILLE_ASSERT(false, "the grammar gives this rule such a child");
}

bool Tree::has(Rule rule) const {
  for (const Tree child : *this)
    if (child.is(rule)) return true;
  return false;
}

bool Tree::has(TokenKind kind) const {
  for (const Tree child : *this)
    if (child.is(kind)) return true;
  return false;
}

}  // namespace quadrille::parser
