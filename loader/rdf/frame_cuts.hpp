#pragma once

// Finds the places where a compressed file of N-Triples or N-Quads can be cut, so that several readers share it: the
// starts of zstd frames or bgzip blocks. It reads their headers and does not decompress.
//
//   | frame | frame | frame | skippable | frame | ...
//   0               cut 1                       cut 2 ...       at least `least_bytes` from one to the next
//
// The search walks over whole zstd frames and bgzip blocks from the start of the file. It need not walk through the
// blocks of a frame if the size of the frame is known: pzstd writes it before each frame, and zstd's seekable format
// has a table at the end of the file. The walk ends where no whole frame follows: at damage, at a gzip member that is
// no bgzip block, at a zstd frame of more than kLongestFrameBytes, compressed, without a table. The rest of the file is
// one piece, and its reader reports damage. So damage never causes a wrong cut, and the only error here is an
// unreadable file.
//
// Sources: RFC 8878, 3.1; zstd's contrib/pzstd and contrib/seekable_format; the SAM specification, 4.1 (BGZF).
// Cost: the file's headers are read, which for bgzip and for zstd without a table is most of its pages.

#include <cstdint>
#include <functional>
#include <vector>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

constexpr std::uint64_t kLongestFrameBytes = std::uint64_t{64} << 20;

// Ascending offsets from 0 to the size of the file; only these two if it cannot be cut.
using FrameCuts = std::vector<std::uint64_t>;

// Local. `pulse` is called now and then; its exceptions are passed on.
FrameCuts find_frame_cuts(const InputFile& file, std::uint64_t least_bytes, const std::function<void()>& pulse = {});

}  // namespace quadrille
