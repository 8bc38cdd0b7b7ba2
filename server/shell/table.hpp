#pragma once

// The layout of a table on a terminal.
//
//    name          | age      Columns are as wide as their values. If they do not fit, the widest become narrower, all
//   ---------------+-----     to the same width, and their values are cut. If each column would have less than
//    "Ann"@en      | 42       kNarrowest, the table has a line for each value instead:
//    "Very long n… | 7
//                             -- 1 --
//                             name  "Ann"@en

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace quadrille::server {

inline constexpr std::size_t kNarrowest = 8;
inline constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

// The widths of columns whose values need `wanted`, together with the marks between them in at most `columns`; empty:
// they do not fit.
std::vector<std::size_t> fit_widths(std::vector<std::size_t> wanted, std::size_t columns);

// Cells are shown texts (shown_text.hpp).
std::string heading_lines(std::span<const std::string> names, std::span<const std::size_t> widths);
std::string row_line(std::span<const std::string> cells, std::span<const std::size_t> widths);
// A row with a line for each value.
std::string record_lines(std::span<const std::string> names, std::span<const std::string> cells, std::size_t number,
                         std::size_t columns);

}  // namespace quadrille::server
