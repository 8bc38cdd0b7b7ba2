#pragma once

// Where a compressed file of N-Triples or N-Quads may be cut, so that several read it: where a zstd frame or a bgzip
// block begins. They are found by their headers, without decompressing.
//
//   | frame | frame | frame | skippable | frame | ...
//   0               cut 1                       cut 2 ...       `least_bytes` or more from one to the next
//
// Whole zstd frames and bgzip blocks are walked over from the begin of the file; what pzstd writes before each frame,
// and the table at the end of a file in zstd's seekable format, save the walk through a frame's blocks. The walk ends
// where there is no whole frame: at damage, at a gzip member that is no bgzip block, at a zstd frame of more than
// kLongestFrameBytes, compressed, that no table tells the end of. What is left is one piece, and who reads it finds out
// what it is. So a cut is never wrong by damage, and nothing here is an error but a file that cannot be read.
//
// Sources: RFC 8878, 3.1; zstd's contrib/pzstd and contrib/seekable_format; the SAM specification, 4.1 (BGZF).
// Cost: the file's headers are read, which for bgzip and for zstd without a table is most of its pages.

#include <cstdint>
#include <functional>
#include <vector>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

constexpr std::uint64_t kLongestFrameBytes = std::uint64_t{64} << 20;

// From 0 to the size of the file, ascending; two numbers if it cannot be cut.
using FrameCuts = std::vector<std::uint64_t>;

// Local. `pulse` is called now and then; what it throws comes out.
FrameCuts find_frame_cuts(const InputFile& file, std::uint64_t least_bytes, const std::function<void()>& pulse = {});

}  // namespace quadrille
