#pragma once

// The forms of a column, one pair of functions for each (column_codec.hpp describes their purpose). encode_* appends
// to `out` without the codec's byte; decode_* reads rows [from, to) of a column of `rows` rows with minimum `min`;
// find_* finds those of them, which ascend, that equal `wanted` (column_search.hpp).

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quadstore/column_codec.hpp"
#include "quadstore/column_search.hpp"
#include "quadstore/detail/sorted_column.hpp"

namespace quadrille::detail {

using Values = std::span<const std::uint64_t>;
using Bytes = std::vector<std::byte>;
using Decode = void(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                    std::uint64_t* out);
using Find = FoundRows(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                       std::uint64_t wanted);

// | packed list of value - min |
void encode_frame(Values values, std::uint64_t min, Bytes& out);
Decode decode_frame;
Find find_frame;

constexpr std::size_t kNoLimit = ~std::size_t{0};

// Drawn in detail/differences_layout.hpp. Returns false if this takes `limit` bytes or more; then what has been
// appended is of no use.
bool encode_differences(Values values, std::uint64_t min, std::size_t limit, Bytes& out);
Decode decode_differences;
Find find_differences;

// | runs 2 B | starts | column of the runs' values |
// starts: a bit a row, set where a run begins; or, when that is shorter, the 10-bit places of the runs but the first.
// The number of runs determines which of the two.
void encode_runs(Values values, Bytes& out);
Decode decode_runs;
Find find_runs;

// | distinct values 2 B | packed indexes | codec 1 B | the distinct values, ascending, as frame or differences |
void encode_dictionary(const SortedColumn& column, Bytes& out);
Decode decode_dictionary;
Find find_dictionary;

// | tag bits 1 B | 2^tag bits x (base 8 B, rows 2 B, width 1 B) | packed tags | per frame: its rows' offsets, packed |
// Returns false, and appends nothing, if several frames save nothing or take `limit` bytes or more.
bool encode_frames(Values values, const SortedColumn& column, std::size_t limit, Bytes& out);
Decode decode_frames;
Find find_frames;

// The forms of differences of runs of version 1, which are only read.

// | smallest difference, varint | packed list of the rows - 1 differences less the smallest |
Decode decode_delta;
Find find_delta;

// | first value - min, varint | packed list of the rows - 1 differences, signed ones made unsigned |
Decode decode_steps;
Find find_steps;

}  // namespace quadrille::detail
