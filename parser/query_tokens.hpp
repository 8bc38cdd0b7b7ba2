#pragma once

// QueryTokens are the tokens of a query: the shape that it shares with queries that differ only in constants, and the
// constants.
//
//   SELECT ?x { ?x a ub:Student ; ub:takesCourse <http://...Course7> . FILTER(?x != ub:Bob) }
//   shape      the kinds of all tokens, with the texts of those that are no constants
//   constants  Student, takesCourse, http://...Course7, Bob
//
// Constants are IRIs, local names behind the same prefix, plain strings and numbers without sign, where a term can
// stand. Which of them a prepared query can take others for is found by prepared_query.hpp; the rest (predicates, the
// number of a LIMIT) belong to its key.
//
// Local, 20 ns a token. What cannot be prepared: texts beyond kMostBytes or kMostTokens, with BASE, SERVICE, escapes
// outside of strings, or with what is no token.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::parser {

struct Token;
class SourceText;

class QueryTokens {
 public:
  static constexpr std::size_t kMostBytes = 16 << 10;
  static constexpr std::size_t kMostTokens = 1000;

  // `text` must outlive this. Throws Error(syntax) as parse_query() for what is not UTF-8.
  explicit QueryTokens(std::string_view text);
  ~QueryTokens();
  QueryTokens(const QueryTokens&) = delete;
  QueryTokens& operator=(const QueryTokens&) = delete;

  bool can_be_prepared() const { return is_simple_; }
  const std::string& shape() const { return shape_; }
  std::string_view text() const { return text_; }
  std::size_t size() const { return size_; }  // tokens

  // By number, as they stand in the text. `token` lies in text().
  std::size_t num_constants() const;
  const Token& constant(std::size_t number) const;
  std::string_view constant_text(std::size_t number) const;  // as written, in text()

  // The same for all texts that one prepared query is for: those of this shape with the same constants, but for the
  // parameters. `is_parameter`: by number.
  std::string key(const std::vector<bool>& is_parameter) const;

 private:
  void read();

  std::string_view text_;
  bool is_simple_ = false;
  std::size_t size_ = 0;
  std::string shape_;
  std::vector<Token> constants_;
};

}  // namespace quadrille::parser
