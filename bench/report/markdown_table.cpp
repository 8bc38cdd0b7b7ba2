#include "bench/report/markdown_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace quadrille::bench {

MarkdownTable::MarkdownTable(const std::vector<std::string>& head) : columns_(head.size()) {
  add_line(head);
  add_line(std::vector<std::string>(columns_, "---"));
}

void MarkdownTable::add(std::vector<std::string> cells) {
  cells.resize(columns_);
  add_line(cells);
}

void MarkdownTable::add_line(const std::vector<std::string>& cells) {
  text_ += "|";
  for (const std::string& cell : cells) {
    text_ += " ";
    for (const char c : cell) {
      if (c == '|') text_ += '\\';
      text_ += c == '\n' ? ' ' : c;
    }
    text_ += cell.empty() ? "|" : " |";
  }
  text_ += "\n";
}

std::string three_digits(double value) {
  const double size = std::abs(value);
  const int digits = size < 0.0005 ? 0 : size < 0.9995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, digits);
}

std::string by_thousands(double value) {
  for (const auto& [size, suffix] : {std::pair{1e9, " G"}, {1e6, " M"}, {1e3, " k"}}) {
    if (value >= size) return three_digits(value / size) + suffix;
  }
  return three_digits(value);
}

}  // namespace quadrille::bench
