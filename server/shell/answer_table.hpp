#pragma once

// An AnswerTable makes a table for people of an answer in TSV, while the answer arrives.
//
// The first kRowsForWidths rows determine the widths of the columns; rows behind them are passed on as they come, and
// longer values are cut. IRIs are shortened with the prefixes of the session. Local. Memory: these rows.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/shell/prefixes.hpp"

namespace quadrille::server {

class AnswerTable {
 public:
  using WriteText = std::function<void(std::string_view)>;

  static constexpr std::size_t kRowsForWidths = 1000;

  // `columns`: the width of the terminal; kNoLimit of table.hpp: as wide as the values.
  AnswerTable(const SessionPrefixes& prefixes, std::size_t columns, WriteText write);

  // Bytes of the answer.
  void take(std::string_view bytes);
  // After the last of them.
  void end();

  std::uint64_t rows() const { return rows_; }

 private:
  using Cells = std::vector<std::string>;

  void take_line(std::string_view line);
  void lay_out();
  void write_row(const Cells& cells);

  const SessionPrefixes& prefixes_;
  const std::size_t columns_;
  const WriteText write_;
  std::string line_;  // the beginning of the next one
  Cells names_;
  std::vector<Cells> first_rows_;
  std::vector<std::size_t> widths_;  // empty: a line for each value
  bool has_names_ = false, is_laid_out_ = false;
  std::uint64_t rows_ = 0, written_ = 0;
};

// A term of TSV as people read it: foaf:name for <http://xmlns.com/foaf/0.1/name>.
std::string shown_term(std::string_view term, const SessionPrefixes& prefixes);

}  // namespace quadrille::server
