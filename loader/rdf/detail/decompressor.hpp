#pragma once

// One interface for the four codecs. A codec turns compressed bytes into bytes, step by step. The decompressor around
// it reads the file, counts the offset, and distinguishes the end of the data from truncated data.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "loader/rdf/byte_source.hpp"

namespace quadrille::detail {

struct CodecStep {
  std::size_t consumed = 0;     // bytes of the input used
  std::size_t produced = 0;     // bytes written to the output
  bool complete = false;        // between two members or frames: the file may end here
  std::string_view error = {};  // the fault in the data; empty if there is none
};

class Codec {
 public:
  virtual ~Codec() = default;
  // An empty `from` marks the end of the input; the codec then returns its remaining output.
  virtual CodecStep step(std::span<const char> from, std::span<char> to) = 0;
};

// `most_memory`: what a codec may allocate because the data ask for it, in bytes.
std::unique_ptr<Codec> gzip_codec(std::uint64_t most_memory);
std::unique_ptr<Codec> zstd_codec(std::uint64_t most_memory);
std::unique_ptr<Codec> bzip2_codec(std::uint64_t most_memory);
std::unique_ptr<Codec> xz_codec(std::uint64_t most_memory);

// The origin of the compressed bytes, for errors.
struct Place {
  std::string name;
  std::uint64_t begin = 0;     // their offset in the file
  bool to_end_of_file = true;  // false: to the start of a frame according to the file's table or headers
};

std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> compressed, Compression compression, Place place,
                                       std::uint64_t most_memory = kAnyMemory);

}  // namespace quadrille::detail
