#include "parser/detail/token_list.hpp"

#include "parser/detail/keywords.hpp"
#include "parser/detail/lexer.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

// Counts open brackets of all kinds, matching or not.
class Nesting {
 public:
  void count(const Token& token) {
    if (is_opening(token.kind)) {
      if (++depth_ > kMaxNesting)
        fail_at(token.position,
                "braces, brackets and parentheses nest more than {} deep, which is the limit; nest less deeply",
                kMaxNesting);
    } else if (is_closing(token.kind) && depth_ > 0) {
      --depth_;
    }
  }

 private:
  std::size_t depth_ = 0;
};

// Recognises the "{" that begins the body of a data block: after INSERT DATA and DELETE DATA, and after VALUES and its
// variables.
class DataBlockWatch {
 public:
  bool begins(TokenKind kind) const { return kind == TokenKind::LBRACE && state_ != State::outside; }
  void see(TokenKind kind) {
    using enum TokenKind;
    if (kind == VALUES) {
      state_ = State::values;
    } else if (kind == DATA && (previous_ == INSERT || previous_ == DELETE)) {
      state_ = State::data;
    } else if (state_ != State::values ||
               !(kind == VAR1 || kind == VAR2 || kind == NIL || kind == LPAREN || kind == RPAREN)) {
      state_ = State::outside;
    }
    previous_ = kind;
  }

 private:
  enum class State { outside, data, values };
  State state_ = State::outside;
  TokenKind previous_ = TokenKind::END;
};

// The end of the block that begins with `open`, or 0 if it has none. `lexer` is after `open` and is moved.
std::uint32_t block_end(Lexer& lexer, const Token& open, Nesting nesting) {
  std::size_t braces = 1;
  nesting.count(open);
  while (true) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::END) return 0;
    nesting.count(token);
    braces += token.kind == TokenKind::LBRACE;
    braces -= token.kind == TokenKind::RBRACE;
    if (braces == 0) return token.offset + token.size;
  }
}

// Appends the keywords of which a word consists. False: it has none.
bool append_keywords(std::vector<Token>& tokens, const Token& word, std::string_view text) {
  Token part = word;
  for (const std::size_t size : keywords_within(word.text(text))) {
    part.size = static_cast<std::uint32_t>(size);
    part.kind = keyword(part.text(text));
    tokens.push_back(part);
    part.offset += part.size;
    part.position.column += part.size;
  }
  return part.offset != word.offset;
}

}  // namespace

std::vector<Token> tokenize(const SourceText& source, Words words) {
  std::vector<Token> tokens;
  tokens.reserve(source.text().size() < 100'000 ? source.text().size() / 4 + 16 : 25'000);
  Lexer lexer(source);
  Nesting nesting;
  DataBlockWatch watch;
  bool closed = true;  // after a block without an end, the text is wrong anyway
  while (true) {
    Token token = lexer.next();
    if (closed && watch.begins(token.kind)) {
      const Lexer behind_open = lexer;
      if (const std::uint32_t end = block_end(lexer, token, nesting)) {
        token.kind = TokenKind::DATA_BLOCK;
        token.size = end - token.offset;
      } else {
        lexer = behind_open;
        closed = false;
      }
    }
    std::size_t at = tokens.size();
    const bool may_be_several = token.kind == TokenKind::WORD && words == Words::of_keywords;
    if (!may_be_several || !append_keywords(tokens, token, source.text())) tokens.push_back(token);
    for (; at < tokens.size(); ++at) {
      watch.see(tokens[at].kind);
      nesting.count(tokens[at]);
    }
    if (token.kind == TokenKind::END) return tokens;
  }
}

}  // namespace quadrille::parser
