#include "quadstore/link_file.hpp"

#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

namespace {

Failpoint before_link("file.link.before");
Failpoint after_link("file.link.after");

bool has_no_links(int code) {
  return code == EXDEV || code == EPERM || code == EMLINK || code == EOPNOTSUPP || code == ENOSYS;
}

}  // namespace

void link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to, const FileSeal& seal) {
  if (!link_file(from, to)) copy_file(from, to, seal);
}

bool link_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  before_link.pass();
  if (::link(from.c_str(), to.c_str()) != 0) {
    const int code = errno;
    if (!has_no_links(code)) fail_io("make a link", to, code);
    return false;
  }
  after_link.pass();
  return true;
}

void copy_file(const std::filesystem::path& from, const std::filesystem::path& to, const FileSeal& seal) {
  const MappedFile source(from);
  if (source.bytes().size() != seal.size_bytes || checksum(source.bytes()) != seal.checksum) {
    fail(ErrorKind::io, "{}: the checksum differs from the manifest's: restore the file from a copy", from.string());
  }
  AsideFile file(to);
  file.write(source.bytes());
  file.finish();
}

}  // namespace quadrille
