#pragma once

// A column codec encodes a column of a block: up to kBlockRows 64-bit values, in the smallest of seven forms.
//
//   constant     nothing; the value is the column's minimum
//   frame        differences from the minimum, packed, with a few exceptions (bit_packing.hpp, detail/packed_list.hpp)
//   delta        ascending columns: differences from row to row, less the smallest of them, packed likewise
//   steps        columns that ascend in pieces: signed differences from row to row, packed likewise
//   runs         columns with repeats in sequence: where a new value begins (a bit a row, or a list of places), and the
//                values at these places as a column of their own
//   dictionary   the distinct values in ascending order (as frame or delta), and a packed index a row
//   frames       2, 4, 8 or 16 ranges of values, each with its own minimum and width; a tag a row says which. Kinds sit
//                in the top bits of HURIs, so a column of mixed kinds is several narrow ranges far apart
//
//   | codec 1 B | form of the codec (detail/codecs.hpp draws them) |
//
// The minimum is not stored here, but in the block's header. Values may have any order; sorted values only compress
// better. Decoding reads up to kPackingSlack bytes after the column. All functions are local and reentrant.
//
// Cost, one core at 2.7 GHz, a row: encoding 15 ns (sorted columns) to 60 ns; decoding 0.1 ns (constant), 0.25 (frame),
// 0.7 (delta, runs), 0.9 (steps), 1 (dictionary), 2 (frames).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace quadrille {

inline constexpr std::size_t kBlockRows = 1024;

// Part of the file format.
enum class Codec : std::uint8_t { constant = 0, frame = 1, delta = 2, runs = 3, dictionary = 4, frames = 5, steps = 6 };

inline constexpr int kCodecs = 7;
std::string_view name(Codec codec);

// Appends the smallest form of `values` (1 .. kBlockRows of them) to `out`.
void encode_column(std::span<const std::uint64_t> values, std::vector<std::byte>& out);

// Appends `values` in the form of `codec`. Returns false, and appends nothing, if they have no such form (a descending
// delta).
bool encode_column_as(Codec codec, std::span<const std::uint64_t> values, std::vector<std::byte>& out);

// The form of the column at `column`.
Codec codec_of(const std::byte* column);

// out[i] = value of row from+i of a column of `rows` rows whose smallest value is `min`; from <= to <= rows.
void decode_column(const std::byte* column, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                   std::uint64_t* out);

}  // namespace quadrille
