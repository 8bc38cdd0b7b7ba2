#include "quadstore/io_error.hpp"

#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace quadrille {

void fail_io(const char* action, const std::filesystem::path& path, int code) {
  const bool is_full = code == ENOSPC || code == EDQUOT || code == EFBIG;  // EFBIG: a limit set on the size of files
  fail(is_full ? ErrorKind::storage_full : ErrorKind::io, "cannot {} {}: {}{}", action, path.string(),
       std::strerror(code), is_full ? "; free space on that disk" : "");
}

}  // namespace quadrille
