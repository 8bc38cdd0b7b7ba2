#pragma once

// A SyntaxTree is a parse tree for the translation: the nodes in preorder in one array, 12 bytes each.
//
//   node      symbol            first token          end
//   0 query   Rule::query       0                    9      (the index after its last descendant)
//   1 ..      Rule::prologue    0 (empty: next one)  2
//   2 ..      TokenKind::ASK    0                    3
//
// A Tree refers to a node and is passed by value; it must not outlive the SyntaxTree.

#include <cstdint>
#include <span>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

class Tree;

class SyntaxTree {
 public:
  explicit SyntaxTree(std::span<const Token> tokens) : tokens_(tokens) {}
  Tree root() const;

  // Building, in preorder: a rule is opened at its first token, and closed after all nodes below it.
  std::uint32_t open(Rule rule, std::uint32_t token);
  void close(std::uint32_t node) { nodes_[node].end = size(); }
  void add(std::uint32_t token);
  void clear() { nodes_.clear(); }

 private:
  friend class Tree;
  struct Node {
    std::int32_t symbol;  // a rule, or -1 - a kind of token
    std::uint32_t token;
    std::uint32_t end;
  };
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }

  std::span<const Token> tokens_;
  std::vector<Node> nodes_;
};

class Tree {
 public:
  Tree(const SyntaxTree& tree, std::uint32_t node) : tree_(&tree), node_(node) {}

  bool is(Rule rule) const { return node().symbol == static_cast<std::int32_t>(rule); }
  bool is(TokenKind kind) const { return node().symbol == -1 - static_cast<std::int32_t>(kind); }
  bool is_rule() const { return node().symbol >= 0; }
  Rule rule() const { return static_cast<Rule>(node().symbol); }                 // needs is_rule()
  TokenKind kind() const { return static_cast<TokenKind>(-1 - node().symbol); }  // needs !is_rule()

  // The token itself, or the first token that the rule matched (the following one, if it matched none).
  const Token& token() const { return tree_->tokens_[node().token]; }
  Position position() const { return token().position; }
  // All its tokens.
  std::span<const Token> tokens() const;

  // Children, in order.
  class Iterator {
   public:
    Iterator(const SyntaxTree& tree, std::uint32_t node) : tree_(&tree), node_(node) {}
    Tree operator*() const { return {*tree_, node_}; }
    Iterator& operator++() {
      node_ = tree_->nodes_[node_].end;
      return *this;
    }
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    const SyntaxTree* tree_;
    std::uint32_t node_;
  };
  Iterator begin() const { return {*tree_, node_ + 1}; }
  Iterator end() const { return {*tree_, node().end}; }
  bool empty() const { return node().end == node_ + 1; }
  bool has_one_child() const { return !empty() && tree_->nodes_[node_ + 1].end == node().end; }
  // The first child. Precondition: there is one.
  Tree front() const { return {*tree_, node_ + 1}; }
  // The first child of this rule. Precondition: there is one.
  Tree child(Rule rule) const;
  bool has(Rule rule) const;
  bool has(TokenKind kind) const;

 private:
  const SyntaxTree::Node& node() const { return tree_->nodes_[node_]; }

  const SyntaxTree* tree_;
  std::uint32_t node_;
};

}  // namespace quadrille::parser
