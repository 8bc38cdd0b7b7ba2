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

// | packed list of value - min |
void encode_frame(Values values, std::uint64_t min, Bytes& out);
void decode_frame(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                  std::uint64_t* out);
FoundRows find_frame(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                     std::uint64_t wanted);

// Drawn in detail/differences_layout.hpp.
void encode_differences(Values values, std::uint64_t min, Bytes& out);
void decode_differences(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                        std::uint64_t* out);
FoundRows find_differences(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                           std::uint64_t wanted);

// | runs 2 B | starts | column of the runs' values |
// starts: a bit a row, set where a run begins; or, when that is shorter, the 10-bit places of the runs but the first.
// Which of the two follows from the number of runs.
void encode_runs(Values values, Bytes& out);
void decode_runs(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                 std::uint64_t* out);
FoundRows find_runs(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                    std::uint64_t wanted);

// | distinct values 2 B | packed indexes | codec 1 B | the distinct values, ascending, as frame or differences |
void encode_dictionary(const SortedColumn& column, Bytes& out);
void decode_dictionary(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                       std::uint64_t* out);
FoundRows find_dictionary(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                          std::uint64_t wanted);

// | tag bits 1 B | 2^tag bits x (base 8 B, rows 2 B, width 1 B) | packed tags | per frame: its rows' offsets, packed |
// Returns false, and appends nothing, if several frames save nothing.
bool encode_frames(Values values, const SortedColumn& column, Bytes& out);
void decode_frames(const std::byte* in, std::size_t rows, std::size_t from, std::size_t to, std::uint64_t* out);
FoundRows find_frames(const std::byte* in, std::size_t rows, std::size_t from, std::size_t to, std::uint64_t wanted);

// The forms of differences of runs of version 1, which are only read.

// | smallest difference, varint | packed list of the rows - 1 differences less the smallest |
void decode_delta(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                  std::uint64_t* out);
FoundRows find_delta(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                     std::uint64_t wanted);

// | first value - min, varint | packed list of the rows - 1 differences, signed ones made unsigned |
void decode_steps(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                  std::uint64_t* out);
FoundRows find_steps(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                     std::uint64_t wanted);

}  // namespace quadrille::detail
