#pragma once

// A ByteSource is a stream of bytes: plain files, standard input, and data compressed with gzip, zstd, bzip2 or xz
// (also several members or frames in sequence).
//
//   disk -> [compressed bytes] -> codec -> [bytes] -> read()
//           `------ own thread, two buffers -------'          for compressed files of more than kBackgroundBytes
//
// Errors: ErrorKind::io with the file's name, and for damaged or truncated compressed data the offset in the file.
// Cost: a plain file is read with large read() calls and not mapped, so a file that shrinks meanwhile causes an error
// or a short file, but no SIGBUS.

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
  // Local. Writes bytes to the start of `to`, which is not empty, and returns their number; 0 at the end and after it.
  virtual std::size_t read(std::span<char> to) = 0;
};

// The number of bytes read from a file, as stored on disk. Another thread may add to it.
using BytesRead = std::atomic<std::uint64_t>;

// Opens the decompressed bytes of the document. A compressed pipe is recognised by its first bytes. `read`, if given,
// grows by the bytes read; it outlives the source.
std::unique_ptr<ByteSource> open_bytes(const InputFile& file, BytesRead* read = nullptr);

// Opens the bytes of a file from `offset` to `end` or the end of the file, as stored on disk. Precondition:
// file.regular.
std::unique_ptr<ByteSource> open_bytes_at(const InputFile& file, std::uint64_t offset,
                                          std::uint64_t end = std::numeric_limits<std::uint64_t>::max());

// The bytes of `descriptor`, which the source closes. `name` is for errors.
std::unique_ptr<ByteSource> open_descriptor(int descriptor, std::string name);

inline constexpr std::uint64_t kAnyMemory = std::numeric_limits<std::uint64_t>::max();

// The bytes of `source`, decompressed if they are compressed. `name` is for errors. Data that need more than about
// `most_memory` bytes to be decompressed are an error: zstd and xz let them ask for gigabytes.
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source, Compression compression, std::string name,
                                         std::uint64_t most_memory = kAnyMemory);

// Reads `source` in a separate thread, up to two buffers of `buffer_bytes` ahead.
std::unique_ptr<ByteSource> read_in_background(std::unique_ptr<ByteSource> source, std::size_t buffer_bytes);

}  // namespace quadrille
