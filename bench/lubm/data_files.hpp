#pragma once

// A LUBM data set in one file, in many, or on standard output; plain, or compressed by zstd.
//
//   one file      threads make universities, one writes them in order
//   many files    `lubm.nt` -> lubm-00000.nt, lubm-00001.nt, ...; threads make and write a file each, at the same time
//   compressed    a frame for each university, so that readers can work in parallel too
//
// The bytes are the same for every number of threads; those of all files together are those of the one file.

#include <cstdint>
#include <functional>
#include <string>

#include "lubm/generator.hpp"

namespace quadrille::lubm {

struct DataFiles {
  DataSet data_set;
  unsigned threads = 1;
  std::string output;                       // empty: standard output
  std::uint32_t universities_per_file = 0;  // 0: all in one
  bool zstd = false;                        // also without it, if `output` ends in .zst
};

// The name and the size of a finished file. Called in the calling thread.
using FileWritten = std::function<void(const std::string& path, std::uint64_t bytes)>;

// Error (user) for impossible options, Error (io) if a file cannot be written; an unfinished one is removed.
void write_data_files(const DataFiles& files, const FileWritten& written);

// The name of file `number` of many: "data/lubm.nt.zst" -> "data/lubm-00007.nt.zst". Error (user) if `output` does not
// end in .nt or .nt.zst.
std::string numbered_name(const std::string& output, std::uint32_t number);

}  // namespace quadrille::lubm
