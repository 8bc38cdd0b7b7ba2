#include "server/shell/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "server/shell/shown_text.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kAround = 3;  // columns beside those of a value: " value |", without the mark for the last

std::string padded(const std::string& cell, std::size_t width) {
  std::string text = cut_to(cell, width);
  text.append(width - std::min(width, columns_of(text)), ' ');
  return text;
}

}  // namespace

std::vector<std::size_t> fit_widths(std::vector<std::size_t> wanted, std::size_t columns) {
  if (columns == kNoLimit || wanted.empty()) return wanted;
  const std::size_t around = kAround * wanted.size() - 1;
  const auto with_limit = [&](std::size_t limit) {
    return std::accumulate(wanted.begin(), wanted.end(), around,
                           [&](std::size_t sum, std::size_t width) { return sum + std::min(width, limit); });
  };
  const std::size_t widest = *std::max_element(wanted.begin(), wanted.end());
  std::size_t fits = 0, too_wide = widest + 1;  // the largest limit that fits, by bisection
  while (too_wide - fits > 1) {
    const std::size_t middle = fits + (too_wide - fits) / 2;
    (with_limit(middle) <= columns ? fits : too_wide) = middle;
  }
  if (fits < std::min(kNarrowest, widest)) return {};
  for (std::size_t& width : wanted) width = std::min(width, fits);
  return wanted;
}

std::string row_line(std::span<const std::string> cells, std::span<const std::size_t> widths) {
  std::string line;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    line += fmt::format("{} {} ", at > 0 ? "|" : "", padded(cells[at], widths[at]));
  }
  while (line.ends_with(' ')) line.pop_back();
  return line + "\n";
}

std::string heading_lines(std::span<const std::string> names, std::span<const std::size_t> widths) {
  std::string rule;
  for (const std::size_t width : widths) rule += (rule.empty() ? "" : "+") + std::string(width + 2, '-');
  return row_line(names, widths) + rule + "\n";
}

std::string record_lines(std::span<const std::string> names, std::span<const std::string> cells, std::size_t number,
                         std::size_t columns) {
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, columns_of(name));
  longest = std::min(longest, columns / 2);
  std::string lines = fmt::format("-- {} --\n", number);
  for (std::size_t at = 0; at < cells.size(); ++at) {
    lines += fmt::format("{}  {}\n", padded(names[at], longest),
                         cut_to(cells[at], columns - std::min(columns, longest + 2)));
  }
  return lines;
}

}  // namespace quadrille::server
