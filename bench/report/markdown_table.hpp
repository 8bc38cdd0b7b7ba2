#pragma once

// A table in Markdown, row by row.

#include <string>
#include <vector>

namespace quadrille::bench {

class MarkdownTable {
 public:
  explicit MarkdownTable(const std::vector<std::string>& head);
  // As many cells as the head has; missing ones are empty. A cell may have any text.
  void add(std::vector<std::string> cells);
  const std::string& text() const { return text_; }

 private:
  void add_line(const std::vector<std::string>& cells);

  std::size_t columns_;
  std::string text_;
};

// Milliseconds, rates and factors with three digits, or with all digits before the point: 0.123, 12.3, 1234; large ones
// in thousands: 12.3 k.
std::string three_digits(double value);
std::string by_thousands(double value);

}  // namespace quadrille::bench
