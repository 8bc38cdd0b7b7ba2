#pragma once

// QueryTokens are the tokens of a query, divided into its shape, which queries share that differ only in constants, and
// its constants.
//
//   SELECT ?x { ?x a ub:Student ; ub:takesCourse <http://...Course7> . FILTER(?x != ub:Bob) }
//   shape      the kinds of all tokens, with the texts of those that are not constants
//   constants  Student, takesCourse, http://...Course7, Bob
//
// Constants are IRIs, local names after the same prefix, plain strings and numbers without sign, in places of terms.
// prepared_query.hpp finds out which of them can differ; the rest (predicates, the number of a LIMIT) belong to the
// key.
//
// Local, 20 ns a token. Some texts cannot be prepared: those beyond kMostBytes or kMostTokens, or with BASE, SERVICE,
// escapes outside of strings, or invalid tokens.

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

  // `text` must outlive this. Throws Error(syntax) like parse_query() if it is not UTF-8.
  explicit QueryTokens(std::string_view text);
  ~QueryTokens();
  QueryTokens(const QueryTokens&) = delete;
  QueryTokens& operator=(const QueryTokens&) = delete;

  bool can_be_prepared() const { return is_simple_; }
  const std::string& shape() const { return shape_; }
  std::string_view text() const { return text_; }
  std::size_t size() const { return size_; }  // tokens

  // By number, in the order of the text. `token` is in text().
  std::size_t num_constants() const;
  const Token& constant(std::size_t number) const;
  std::string_view constant_text(std::size_t number) const;  // as written, in text()

  // The same for all texts of one prepared query: those of this shape whose constants are equal, except the parameters.
  // `is_parameter`: by number.
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
