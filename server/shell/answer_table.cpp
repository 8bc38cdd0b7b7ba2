#include "server/shell/answer_table.hpp"

#include <algorithm>
#include <utility>

#include "server/shell/shown_text.hpp"
#include "server/shell/table.hpp"

namespace quadrille::server {

namespace {

// The end of a literal's string in TSV, at its last quote; 0: the term is no literal with quotes.
std::size_t end_of_string(std::string_view term) {
  if (!term.starts_with('"')) return 0;
  const std::size_t place = term.rfind('"');
  return place == 0 ? 0 : place + 1;
}

std::string shortened_iri(std::string_view iri, const SessionPrefixes& prefixes) {
  if (iri.size() < 2 || iri.front() != '<' || iri.back() != '>') return std::string(iri);
  return prefixes.shorten(iri.substr(1, iri.size() - 2)).value_or(std::string(iri));
}

}  // namespace

std::string shown_term(std::string_view term, const SessionPrefixes& prefixes) {
  constexpr std::string_view kOfType = "^^";
  const std::size_t end = end_of_string(term);
  std::string text;
  if (end == 0) {
    text = shortened_iri(term, prefixes);
  } else if (term.substr(end).starts_with(kOfType)) {
    text =
        std::string(term.substr(0, end + kOfType.size())) + shortened_iri(term.substr(end + kOfType.size()), prefixes);
  } else {
    text = term;
  }
  return shown_text(text, LineEnds::escaped);
}

AnswerTable::AnswerTable(const SessionPrefixes& prefixes, std::size_t columns, WriteText write)
    : prefixes_(prefixes), columns_(columns), write_(std::move(write)) {}

void AnswerTable::take(std::string_view bytes) {
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    line_ += bytes.substr(0, end);
    take_line(line_);
    line_.clear();
    bytes.remove_prefix(end + 1);
  }
  line_ += bytes;
}

void AnswerTable::end() {
  if (!line_.empty()) take_line(std::exchange(line_, {}));
  if (!is_laid_out_) lay_out();
}

void AnswerTable::take_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  Cells cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    const std::string_view cell = line.substr(begin, end - begin);
    cells.push_back(has_names_ ? shown_term(cell, prefixes_) : shown_text(cell, LineEnds::escaped));
    begin = end + 1;
  }
  if (!std::exchange(has_names_, true)) {
    for (std::string& name : cells) name.erase(0, name.starts_with('?') ? 1 : 0);
    names_ = std::move(cells);
    return;
  }
  ++rows_;
  cells.resize(names_.size());
  if (is_laid_out_) return write_row(cells);
  first_rows_.push_back(std::move(cells));
  if (first_rows_.size() == kRowsForWidths) lay_out();
}

void AnswerTable::lay_out() {
  is_laid_out_ = true;
  std::vector<std::size_t> wanted;
  for (std::size_t at = 0; at < names_.size(); ++at) {
    std::size_t widest = columns_of(names_[at]);
    for (const Cells& cells : first_rows_) widest = std::max(widest, columns_of(cells[at]));
    wanted.push_back(widest);
  }
  widths_ = fit_widths(std::move(wanted), columns_);
  if (!widths_.empty()) write_(heading_lines(names_, widths_));
  for (const Cells& cells : std::exchange(first_rows_, {})) write_row(cells);
}

void AnswerTable::write_row(const Cells& cells) {
  ++written_;
  write_(widths_.empty() ? record_lines(names_, cells, written_, columns_) : row_line(cells, widths_));
}

}  // namespace quadrille::server
