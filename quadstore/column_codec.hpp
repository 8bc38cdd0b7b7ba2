#pragma once

// A column codec encodes a column of a block: up to kBlockRows 64-bit values, in the smallest of six forms.
//
//   constant     nothing; the value is the column's minimum
//   frame        differences from the minimum, packed, with a few exceptions (bit_packing.hpp, detail/packed_list.hpp)
//   differences  for columns that ascend, also in pieces: differences from row to row, packed, with a few exceptions,
//                and restart points: the value itself every 16 rows, or up to 128 if the differences take at most one
//                bit (detail/differences_layout.hpp). A lookup reads only the rows after a restart point
//   runs         columns with repeats in sequence: where a new value begins (a bit a row, or a list of places), and the
//                values at these places as a column of their own
//   dictionary   the distinct values in ascending order (as frame or differences), and a packed index a row
//   frames       2, 4, 8 or 16 ranges of values, each with its own minimum and width; a tag a row says which. Kinds sit
//                in the top bits of HURIs, so a column of mixed kinds is several narrow ranges far apart
//
//   | codec 1 B | form of the codec (detail/codecs.hpp draws them) |
//
// Runs of version 1 have differences without restart points, in two forms (delta, steps). They are read, and are not
// written any more.
//
// The minimum is not stored here, but in the block's header. Values may have any order; sorted values only compress
// better. Decoding reads up to kPackingSlack bytes after the column. All functions are local and reentrant.
//
// Cost, one core at 2.7 GHz, a row: encoding 15 ns (sorted columns) to 60 ns; decoding 0.1 ns (constant), 0.25 (frame),
// 0.5 to 0.9 (differences, runs, dictionary), 2 (frames); one row 20 to 60 ns.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace quadrille {

inline constexpr std::size_t kBlockRows = 1024;

// Part of the file format.
enum class Codec : std::uint8_t {
  constant = 0,
  frame = 1,
  delta = 2,
  runs = 3,
  dictionary = 4,
  frames = 5,
  steps = 6,
  differences = 7
};

inline constexpr int kCodecs = 8;
std::string_view name(Codec codec);

// Appends the smallest form of `values` (1 .. kBlockRows of them) to `out`.
void encode_column(std::span<const std::uint64_t> values, std::vector<std::byte>& out);

// Appends `values` in the form of `codec`. Returns false, and appends nothing, if they have no such form (frames that
// save nothing), or it is not written any more.
bool encode_column_as(Codec codec, std::span<const std::uint64_t> values, std::vector<std::byte>& out);

// The form of the column at `column`.
inline Codec codec_of(const std::byte* column) {
  return static_cast<Codec>(column[0]);
}

// out[i] = value of row from+i of a column of `rows` rows whose smallest value is `min`; from <= to <= rows.
void decode_column(const std::byte* column, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                   std::uint64_t* out);

}  // namespace quadrille
