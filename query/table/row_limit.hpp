#pragma once

// Joins, sorts, groups and sets number the rows of a table with 32 bits. A table of one image with more rows than that
// is an error, never a wrong answer.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/limit.hpp"

namespace quadrille::query {

inline constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

// The most rows that can be numbered: the number after them means no row.
inline Limit most_rows("rows", kNoRow - 1);

[[noreturn]] void fail_for_rows(std::string_view what);

// Local. Fails with ErrorKind::memory if this many rows are too many. `what`: for the message, "rows in a join".
inline void require_row_numbers(std::size_t rows, std::string_view what) {
  if (rows > most_rows) [[unlikely]]
    fail_for_rows(what);
}

}  // namespace quadrille::query
