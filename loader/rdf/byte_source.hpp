#pragma once

// Streams of bytes: plain files, standard input, and what is compressed with gzip, zstd, bzip2 or xz (several members
// or frames one after the other too).
//
//   disk -> [compressed bytes] -> codec -> [bytes] -> read()
//           `------ own thread, two buffers -------'          for compressed files of more than kBackgroundBytes
//
// Errors: ErrorKind::io with the file's name, and for compressed data that are damaged or cut off the offset in the
// file. Cost: a plain file is read with large read() calls and not mapped, so that a file that shrinks meanwhile is an
// error or a short file, but not a SIGBUS.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

constexpr std::size_t kBackgroundBytes = std::size_t{1} << 20;

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Local. Puts bytes at the begin of `to`, which is not empty, and says how many; 0 at the end, and then always.
  virtual std::size_t read(std::span<char> to) = 0;
};

// How many bytes of a file have been read, as they lie on disk. Another thread may add to it.
using BytesRead = std::atomic<std::uint64_t>;

// The bytes of the document, decompressed; what comes from a pipe also if only its first bytes show that it is
// compressed. `read`, if somebody asks, grows by what is read, and outlives the source.
std::unique_ptr<ByteSource> open_bytes(const InputFile& file, BytesRead* read = nullptr);

// The bytes of a file from `offset` on, to `end` if the file has as many, as they lie on disk. Precondition:
// file.regular.
std::unique_ptr<ByteSource> open_bytes_at(const InputFile& file, std::uint64_t offset,
                                          std::uint64_t end = std::numeric_limits<std::uint64_t>::max());

// The bytes that `descriptor` gives, which is closed in the end. `name` is for errors.
std::unique_ptr<ByteSource> open_descriptor(int descriptor, std::string name);

// The bytes of `source`, taken out of `compression`, if there is one. `name` is for errors.
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source, Compression compression, std::string name);

// Reads `source` in a thread of its own, `buffer_bytes` ahead twice.
std::unique_ptr<ByteSource> read_in_background(std::unique_ptr<ByteSource> source, std::size_t buffer_bytes);

}  // namespace quadrille
