#pragma once

// Opens a piece of a compressed file of lines; frame_cuts.hpp finds the pieces.
//
//   frames:   | range.begin ...          range.end | next piece ...
//   lines:    aaa  bbbbbbbb  ccccccc  ddddddddddddddd  eeee
//             ^^^  `------ this piece's --------------'
//
// The first piece has all lines that begin in it. Another piece cannot see whether its first byte begins a line, so a
// line belongs to the piece that holds the line end before it: a piece extends from its first line end to the first
// line end after the piece. Pieces that cover a file return every line once, wherever the cuts are, even if a piece
// holds no line end or is empty.
//
// Errors: as those of byte_source.hpp, with offsets in the whole file. No thread decompresses ahead: a cut file has as
// many readers as cores, and an additional thread for each took 4 % more of their time, not less.

#include <memory>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/line_window.hpp"

namespace quadrille {

// Local. The bytes of the frames in `range`, up to and including the first line end after them. Precondition: begin and
// end come from frame_cuts.hpp, or they are 0 and the maximum.
std::unique_ptr<ByteSource> open_frames(const InputFile& file, ByteRange range);

// Local. Only the bytes of the frames in `range`.
std::unique_ptr<ByteSource> open_frames_alone(const InputFile& file, ByteRange range);

}  // namespace quadrille
