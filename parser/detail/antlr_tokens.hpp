#pragma once

// Our tokens as ANTLR's parser wants to see them: a TokenStream over the array, in which one window moves. A token is
// known by its index in the array.

#include <antlr4-runtime.h>

#include <span>
#include <string>
#include <vector>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

class AntlrToken final : public antlr4::Token {
 public:
  AntlrToken(TokenKind kind, std::size_t index) : kind_(kind), index_(index) {}

  std::size_t getType() const override { return kind_ == TokenKind::END ? EOF : static_cast<std::size_t>(kind_); }
  std::size_t getTokenIndex() const override { return index_; }
  std::size_t getChannel() const override { return DEFAULT_CHANNEL; }
  // The rest ANTLR uses for its own messages only, which are not shown.
  std::string getText() const override { return {}; }
  std::size_t getLine() const override { return 0; }
  std::size_t getCharPositionInLine() const override { return 0; }
  std::size_t getStartIndex() const override { return index_; }
  std::size_t getStopIndex() const override { return index_; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }
  std::string toString() const override { return {}; }

 private:
  TokenKind kind_;
  std::size_t index_;
};

class AntlrTokens final : public antlr4::TokenStream {
 public:
  // The last of `tokens` is END.
  explicit AntlrTokens(std::span<const Token> tokens) {
    tokens_.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) tokens_.emplace_back(tokens[i].kind, i);
  }

  void consume() override { at_ += at_ + 1 < tokens_.size(); }
  std::size_t LA(ssize_t offset) override { return ahead(offset)->getType(); }
  antlr4::Token* LT(ssize_t offset) override { return ahead(offset); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = index; }
  std::size_t size() override { return tokens_.size(); }
  antlr4::Token* get(std::size_t index) const override { return const_cast<AntlrToken*>(&tokens_[index]); }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  // offset 1 is the next token, -1 the one before it.
  AntlrToken* ahead(ssize_t offset) {
    const auto index = static_cast<ssize_t>(at_) + (offset > 0 ? offset - 1 : offset);
    const auto last = static_cast<ssize_t>(tokens_.size()) - 1;
    return &tokens_[static_cast<std::size_t>(index < 0 ? 0 : index > last ? last : index)];
  }

  std::vector<AntlrToken> tokens_;
  std::size_t at_ = 0;
};

}  // namespace quadrille::parser
