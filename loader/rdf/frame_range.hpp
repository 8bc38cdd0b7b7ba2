#pragma once

// A piece of a compressed file of lines, as frame_cuts.hpp cuts it.
//
//   frames:   | range.begin ...          range.end | next piece ...
//   lines:    aaa  bbbbbbbb  ccccccc  ddddddddddddddd  eeee
//             ^^^  `------ this piece's --------------'
//
// The first piece has all lines that begin in it. Another piece cannot see whether its first byte begins a line, so a
// line belongs to the piece that holds the line end before it: from behind the first line end to the first one in what
// follows the piece. Pieces that cover a file give every line once, wherever the cuts are: also where one holds no line
// end, or nothing at all.
//
// Errors: as those of byte_source.hpp, with offsets in the whole file. There is no thread that decompresses ahead:
// where a file is cut there are as many readers as cores, and a thread beside each took 4 % more time of them, not
// less.

#include <memory>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/line_window.hpp"

namespace quadrille {

// Local. The bytes of the frames in `range`, and on to the first line end behind them. Precondition: frame_cuts.hpp
// gave begin and end, or they are 0 and as far as can be.
std::unique_ptr<ByteSource> open_frames(const InputFile& file, ByteRange range);

// Local. The bytes of the frames in `range`, no more.
std::unique_ptr<ByteSource> open_frames_alone(const InputFile& file, ByteRange range);

}  // namespace quadrille
