#pragma once

// For tests: bytes compressed in each way, as one member (or frame).

#include <string>
#include <string_view>

#include "loader/input_file.hpp"

namespace quadrille::testing {

std::string compress(std::string_view bytes, Compression compression);

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
