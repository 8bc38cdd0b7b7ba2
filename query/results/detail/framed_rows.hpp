#pragma once

// FramedRows writes rows that are terms with fixed texts around them: all formats except those that group rows.
//
//   row_open  open[0] TEXT close[0]  separator  open[1] TEXT close[1]  ...  row_close
//
// For an unbound variable, its text, open and close are left out; so is the separator, if it is only between bound
// ones. If a row has all its terms, the text between two of them is copied at once.

#include <memory>
#include <string>
#include <vector>

#include "query/results/text_rows.hpp"

namespace quadrille::results {

struct RowFrame {
  std::string opening = {}, closing = {};  // of the answer
  std::string row_open = {}, row_close = {};
  std::vector<std::string> open = {}, close = {};  // by column; empty: none
  std::string separator = {};
  bool between_bound = false;
  std::size_t separator_bytes = 0;  // of row_open: TextRows::separator_bytes()
};

std::unique_ptr<TextRows> make_framed_rows(TermSyntax syntax, std::size_t width, RowFrame frame);

}  // namespace quadrille::results
