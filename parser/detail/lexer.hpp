#pragma once

// A Lexer splits text into tokens, by the rules of grammar/SparqlLexer.g4 (the longest match wins). It is written by
// hand and reads some hundred MB/s, so that a server can recognise a query by its tokens, and a VALUES block of a
// million rows costs little.
//
// A lexer can start between any two tokens; so bodies of data blocks are read twice. Local, never throws. Text that is
// no token becomes WORD or UNKNOWN, about which the parser reports an error later.

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

class Lexer {
 public:
  explicit Lexer(const SourceText& source) : source_(&source), text_(source.text()) {}
  // Starts with the token `from`.
  Lexer(const SourceText& source, const Token& from);

  // Returns the next token; END at the end of the text, also repeatedly.
  Token next();

 private:
  struct Match {
    TokenKind kind;
    std::size_t end;
  };
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  std::size_t skip_white(std::size_t i) const;
  void count_position(std::size_t to);

  Match match(std::size_t i) const;
  Match punctuation(std::size_t i) const;
  Match iri_or_less(std::size_t i) const;
  Match string(std::size_t i) const;
  Match number(std::size_t i) const;
  Match signed_number(std::size_t i) const;
  Match prefixed_name_or_word(std::size_t i) const;
  Match prefixed_name(std::size_t colon) const;
  Match blank_node_or_word(std::size_t i) const;
  std::size_t name_end(std::size_t i) const;
  std::size_t word_end(std::size_t i) const;
  std::size_t variable_end(std::size_t i) const;
  std::size_t language_end(std::size_t i) const;
  std::size_t local_character_size(std::size_t i) const;
  std::size_t exponent_end(std::size_t i) const;
  std::size_t digits_end(std::size_t i) const;

  const SourceText* source_;
  std::string_view text_;
  std::size_t at_ = 0;
  Position position_ = {1, 1};
};

// The size of the escape at the start of `text` that a string can contain (\n, \", \u0022 ...); 0 if there is none.
std::size_t string_escape_size(std::string_view text);

}  // namespace quadrille::parser
