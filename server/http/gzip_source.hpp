#pragma once

// A gzip source decompresses the bytes of another source as they are read: Content-Encoding gzip, and deflate as zlib
// writes it.

#include <memory>

#include "loader/rdf/byte_source.hpp"

namespace quadrille::server {

// `source` must outlive the result, whose read() throws StatusError(400) for damaged or incomplete data.
std::unique_ptr<ByteSource> decompress(ByteSource& source);

}  // namespace quadrille::server
