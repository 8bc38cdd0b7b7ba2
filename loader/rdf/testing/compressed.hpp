#pragma once

// For tests: compresses bytes in each way, as one or several members (or frames).

#include <string>
#include <string_view>

#include "loader/rdf/input_file.hpp"

namespace quadrille::testing {

inline constexpr Compression kAllCompressions[] = {Compression::gzip, Compression::zstd, Compression::bzip2,
                                                   Compression::xz};

std::string compress(std::string_view bytes, Compression compression);

// Zstd frames of `frame_bytes` each, in the form of four writers:
//   simple      ZSTD_compress(): with content sizes
//   streaming   zstd from a pipe: without, and with checksums
//   pzstd       each behind a skippable frame that has its size
//   seekable    with a table of all frames at the end
enum class ZstdWriter { simple, streaming, pzstd, seekable };
std::string zstd_frames(std::string_view bytes, std::size_t frame_bytes, ZstdWriter writer = ZstdWriter::simple);

// A skippable frame of zstd. kind: 0..15.
std::string skippable_frame(std::string_view bytes, unsigned kind = 0);

// The output of bgzip: blocks of `block_bytes` each, 65,280 at most, and the empty block at the end.
std::string bgzip(std::string_view bytes, std::size_t block_bytes = 65'280);
std::string bgzip_end();

inline std::string extension_of(Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return ".gz";
    case Compression::zstd:
      return ".zst";
    case Compression::bzip2:
      return ".bz2";
    case Compression::xz:
      return ".xz";
    case Compression::none:
      break;
  }
  return {};
}

}  // namespace quadrille::testing
