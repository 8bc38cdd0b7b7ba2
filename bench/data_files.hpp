#pragma once

// A generated data set in one file, in many, or on standard output; plain, or compressed by zstd.
//
//   one file      threads make pieces, one writes them in order
//   many files    `lubm.nt` -> lubm-00000.nt, lubm-00001.nt, ...; threads make and write a file each, at the same time
//   compressed    a frame for each piece, so that readers can work in parallel too
//
// A piece is a part of the data that depends only on its number: a university of LUBM, for example. So the bytes are
// the same for every number of threads; those of all files together are those of the one file.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace quadrille {

struct DataFiles {
  std::uint32_t pieces = 1;
  unsigned threads = 1;
  std::string output;                 // empty: standard output
  std::uint32_t pieces_per_file = 0;  // 0: all in one
  bool zstd = false;                  // also without it, if `output` ends in .zst
};

// Takes the next lines.
using LineSink = std::function<void(std::string_view lines)>;

// Converts a piece to what the sink takes, such as a compressed frame. Called in several threads.
using PieceChange = std::function<void(std::string& piece)>;

// Calls `sink`, in the calling thread, with the lines of pieces first .. first + count - 1 in order, made by `threads`
// threads. With `change`, pieces are made whole, and changed where they are made.
using GeneratePieces = std::function<void(std::uint32_t first, std::uint32_t count, unsigned threads,
                                          const LineSink& sink, const PieceChange& change)>;

// Prints the name, size and time of each finished file to standard error. Error (user) for impossible options, Error
// (io) if a file cannot be written; an unfinished one is removed.
void write_data_files(const DataFiles& files, const GeneratePieces& generate);

// The name of file `number` of many: "data/lubm.nt.zst" -> "data/lubm-00007.nt.zst". Error (user) if `output` does not
// end in .nt or .nt.zst.
std::string numbered_name(const std::string& output, std::uint32_t number);

}  // namespace quadrille
