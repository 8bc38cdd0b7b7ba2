#pragma once

// A digest for comparing two servers' answers to a query: the number of rows, and their content in any order.
//
// Servers spell terms in different ways: 5, "5"^^xsd:integer; <http://a> or "http://a". The digest is of the rows'
// texts without quotation marks, angle brackets and datatypes. So equal digests mean the same rows; different ones may
// still be the same (1.0 and 1.00, @en and @EN). The head of TSV and comments of N-Triples are skipped.
//
// Local. About 300 MB/s.

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::bench {

class AnswerDigest {
 public:
  // Pieces of the answer's body.
  void take(std::string_view piece);
  // After the last one.
  void finish(std::string_view content_type);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t digest() const { return sum_; }
  std::uint64_t line_ends() const { return line_ends_; }

 private:
  void take_line(std::string_view line);

  std::string begun_;  // an incomplete line
  std::string head_, scratch_;
  std::uint64_t lines_ = 0, line_ends_ = 0, rows_ = 0, sum_ = 0;
};

}  // namespace quadrille::bench
