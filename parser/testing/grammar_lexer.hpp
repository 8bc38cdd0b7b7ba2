#pragma once

// For tests: finds tokens by the rules of grammar/SparqlLexer.g4 itself, from the lexer's ATN. It is slow and literal,
// and so can check the lexer that is written by hand.

#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "parser/detail/atn.hpp"
#include "parser/detail/grammar.hpp"

namespace quadrille::parser {

class GrammarLexer {
 public:
  GrammarLexer();

  struct Match {
    TokenKind kind;
    std::size_t offset, size;
  };
  // All tokens of valid UTF-8, without white space and comments. The longest match wins; of equal ones the first rule.
  std::vector<Match> tokens(std::string_view text);

 private:
  // A called rule: the state after the call, and the surrounding call. Frame 0 is the base.
  using Frame = std::size_t;
  using Place = std::pair<Atn::State, Frame>;
  using Places = std::vector<Place>;  // ascending

  Places closure(Places places);
  Places step(const Places& places, char32_t character);
  bool takes(const Atn::Edge& edge, char32_t character) const;
  std::size_t id_of(Places places);
  std::size_t next(std::size_t id, char32_t character);
  Match longest(std::string_view text, std::size_t at);

  static constexpr std::size_t kNowhere = 0;  // id of the empty set
  Atn atn_;
  std::vector<std::vector<const Atn::Edge*>> ways_;
  std::vector<Place> frames_;
  std::map<Place, Frame> known_frames_;
  std::map<Places, std::size_t> ids_;  // sets of places are numbered, and steps between them cached
  std::vector<Places> sets_;
  std::vector<TokenKind> accepts_;  // by id; END: nothing
  std::map<std::pair<std::size_t, char32_t>, std::size_t> steps_;
  std::size_t start_ = 0;
};

}  // namespace quadrille::parser
