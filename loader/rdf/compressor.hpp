#pragma once

// Compresses a stream of bytes as `gzip`, `zstd`, `bzip2` and `xz` do by default, piece by piece.
//
//   const auto compressor = make_compressor(Compression::zstd);
//   compressor->add(bytes, out);       any number of times; appends to `out` when the codec has output
//   compressor->finish(out);           once
//
// zstd begins a new frame after every kZstdFrameBytes, so all images of a build can read the file in parallel
// (frame_cuts.hpp). Local; memory: one MB, for xz 100 MB. On LUBM's N-Quads: 250 MB/s for gzip, 1,000 for zstd, 8 for
// bzip2, 11 for xz.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

inline constexpr std::size_t kZstdFrameBytes = std::size_t{8} << 20;

class Compressor {
 public:
  virtual ~Compressor() = default;
  // Throws Error(memory) if a codec cannot allocate.
  virtual void add(std::string_view bytes, std::string& out) = 0;
  virtual void finish(std::string& out) = 0;
};

// nullptr for Compression::none.
std::unique_ptr<Compressor> make_compressor(Compression compression);

}  // namespace quadrille
