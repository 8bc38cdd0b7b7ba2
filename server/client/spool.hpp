#pragma once

// A spool stores the whole document of a request before the writer starts with it, so a client that sends slowly or
// stops does not delay other updates. A few MB stay in memory; the rest goes to an unnamed file on the database's
// disk, which the system removes when the process ends in any way.

#include <functional>
#include <memory>
#include <string>

#include "loader/rdf/byte_source.hpp"

namespace quadrille::server {

// Bytes that can be read several times.
class SpooledBytes : public ByteSource {
 public:
  // The next read() begins at the start.
  virtual void rewind() = 0;
};

inline constexpr std::size_t kSpoolMemory = std::size_t{4} << 20;

// Local. Reads `from` to its end and passes on the exceptions of its read(). Throws ErrorKind::storage_full or io if
// the file cannot be written, ErrorKind::cancelled as soon as `cancelled` returns true.
std::unique_ptr<SpooledBytes> spool(ByteSource& from, const std::string& folder,
                                    const std::function<bool()>& cancelled);

}  // namespace quadrille::server
