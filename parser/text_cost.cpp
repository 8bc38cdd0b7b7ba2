#include "parser/text_cost.hpp"

#include "parser/detail/lexer.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/source_text.hpp"

namespace quadrille::parser {

namespace {

// Bytes, measured with texts of 200,000 equal items each.
constexpr std::uint64_t kTerm = 1000;        // a node of a triple, an operand, with its tokens and tree nodes
constexpr std::uint64_t kPunctuation = 200;  // an operator, a bracket, a keyword
constexpr std::uint64_t kListTerm = 2000;    // in a collection: two triples of it
constexpr std::uint64_t kCell = 200;         // a value of VALUES, with its id in the plan
constexpr std::uint64_t kTermOfData = 200;   // a third of a quad of INSERT DATA
constexpr std::uint64_t kListTermOfData = 1100;

bool is_term(TokenKind kind) {
  using enum TokenKind;
  return is_iri(kind) || is_number(kind) || is_string(kind) || is_variable(kind) || kind == TRUE || kind == FALSE ||
         kind == A || kind == NIL || kind == ANON || kind == BLANK_NODE_LABEL || kind == UNDEF;
}

// Tracks the context of a token in the text. Unlike the parser it may be wrong about malformed texts.
class Places {
 public:
  std::uint64_t cost(TokenKind kind) {
    using enum TokenKind;
    const bool opens = is_opening(kind), closes = is_closing(kind);
    if (in_block_) {
      depth_ += opens;
      depth_ -= closes;
      if (depth_ == 0) in_block_ = false;
      return block_cost(kind);
    }
    if (kind == LBRACE && next_block_ != Block::none) {
      in_block_ = true;
      depth_ = 1;
      block_ = next_block_;
    }
    see(kind);
    return is_term(kind) ? (kind == NIL || kind == ANON ? kListTerm : kTerm) : kPunctuation;
  }

 private:
  enum class Block { none, values, data };

  void see(TokenKind kind) {
    using enum TokenKind;
    if (kind == VALUES) {
      next_block_ = Block::values;
    } else if (kind == DATA) {
      next_block_ = Block::data;
    } else if (next_block_ != Block::values ||
               !(is_variable(kind) || kind == LPAREN || kind == RPAREN || kind == NIL)) {
      next_block_ = Block::none;
    }
  }
  std::uint64_t block_cost(TokenKind kind) const {
    if (block_ == Block::values) return is_term(kind) ? kCell : kCell / 4;
    return is_term(kind) || kind == TokenKind::LBRACKET ? (depth_ > 1 ? kListTermOfData : kTermOfData) : 0;
  }

  Block next_block_ = Block::none, block_ = Block::none;
  bool in_block_ = false;
  std::uint64_t depth_ = 0;
};

}  // namespace

std::uint64_t estimated_parse_bytes(std::string_view text) {
  const SourceText source(text);
  Lexer lexer(source);
  Places places;
  std::uint64_t bytes = text.size();
  for (Token token = lexer.next(); token.kind != TokenKind::END; token = lexer.next()) {
    bytes += places.cost(token.kind) + token.size;
  }
  return bytes;
}

}  // namespace quadrille::parser
