#pragma once

// The codings of an answer's content (RFC 9110, 8.4): chooses one by the header Accept-Encoding, and encodes the bytes.
//
//   Accept-Encoding            coding        because
//   none, or empty             identity      no other one was requested
//   gzip, deflate, br, zstd    zstd          of equal quality zstd goes before gzip, and gzip before identity
//   gzip, zstd;q=0.5           gzip          the highest quality (12.5.3)
//   gzip;q=0.5, identity       identity      the same
//   *                          gzip          zstd must be named, since not every client that sends '*' supports it
//   br                         identity      used if it is not refused
//   br, identity;q=0           -             nothing is left: 406

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

enum class ContentCoding : std::uint8_t { identity, gzip, zstd };

// The name of a coding in Content-Encoding.
std::string_view coding_name(ContentCoding coding);

struct AcceptedCoding {
  ContentCoding coding = ContentCoding::identity;
  bool required = false;  // identity is refused

  bool operator==(const AcceptedCoding&) const = default;
};

// nullopt: the header accepts none of the available codings.
std::optional<AcceptedCoding> choose_coding(std::string_view accept_encoding);

// True if the header accepts gzip, whether or not it prefers another coding: for content that is stored as gzip.
bool accepts_gzip(std::string_view accept_encoding);

// Compresses one content, with the fastest level of its coding. Takes 270 KiB of memory (gzip) or 1 MiB (zstd).
class Compressor {
 public:
  virtual ~Compressor() = default;
  enum class Then : std::uint8_t {
    more,    // bytes can wait for more
    flush,   // all bytes up to here can be read by the client
    finish,  // the last bytes
  };
  // Appends the finished output to `to`.
  virtual void add(std::string_view bytes, Then then, std::string& to) = 0;
};

// For gzip or zstd; `size`: the total number of bytes, if known. Throws std::bad_alloc.
std::unique_ptr<Compressor> make_compressor(ContentCoding coding, std::optional<std::size_t> size = std::nullopt);

// Compresses a whole content.
std::string compressed(ContentCoding coding, std::string_view content);

}  // namespace quadrille::server
