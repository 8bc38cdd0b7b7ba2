#pragma once

// The four codecs behind one face. A codec turns compressed bytes into bytes, step by step; the decompressor around it
// reads the file, knows the offset, and tells apart the end of the data from data that are cut off.

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
  std::string_view error = {};  // what is wrong with the data; empty if nothing
};

class Codec {
 public:
  virtual ~Codec() = default;
  // With an empty `from` the input has ended, and what is still inside comes out.
  virtual CodecStep step(std::span<const char> from, std::span<char> to) = 0;
};

std::unique_ptr<Codec> gzip_codec();
std::unique_ptr<Codec> zstd_codec();
std::unique_ptr<Codec> bzip2_codec();
std::unique_ptr<Codec> xz_codec();

// Where the compressed bytes are from, for errors.
struct Place {
  std::string name;
  std::uint64_t begin = 0;     // their offset in the file
  bool to_end_of_file = true;  // false: to where the file's own table, or its headers, have a frame begin
};

std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> compressed, Compression compression, Place place);

}  // namespace quadrille::detail
