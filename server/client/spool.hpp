#pragma once

// The bytes of a request's document, all of them, before the writer begins with it: a client that sends slowly, or
// stops, must not hold up everybody's updates. A few MB stay in memory, more goes to a file without a name on the
// database's disk, which the system removes with the process, however that ends.

#include <functional>
#include <memory>
#include <string>

#include "loader/rdf/byte_source.hpp"

namespace quadrille::server {

inline constexpr std::size_t kSpoolMemory = std::size_t{4} << 20;

// Local. Reads `from` to its end; throws what its read() throws, ErrorKind::storage_full or io where the file cannot
// be written, ErrorKind::cancelled as soon as `cancelled` says so.
std::unique_ptr<ByteSource> spool(ByteSource& from, const std::string& folder, const std::function<bool()>& cancelled);

}  // namespace quadrille::server
