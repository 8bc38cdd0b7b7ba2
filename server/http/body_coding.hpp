#pragma once

// The codings of bodies that clients send (Content-Encoding), and the source that decompresses one as it is read.
//
//   gzip x-gzip deflate                    of all bodies; deflate as zlib writes it
//   zstd bzip2 x-bzip2 xz x-xz             of RDF documents, which are sent as the files that they are

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "loader/rdf/byte_source.hpp"

namespace quadrille::server {

enum class BodyCoding : std::uint8_t { none, gzip, zstd, bzip2, xz };

// In lower case; empty: none. nullopt: it is not supported.
std::optional<BodyCoding> find_body_coding(std::string_view name);

constexpr bool is_for_documents(BodyCoding coding) {
  return coding > BodyCoding::gzip;
}

// `source` must outlive the result, whose read() throws StatusError(400) for damaged or incomplete data, and for data
// that need more than 128 MiB to be decompressed. Precondition: a coding.
std::unique_ptr<ByteSource> decompress(ByteSource& source, BodyCoding coding);

}  // namespace quadrille::server
