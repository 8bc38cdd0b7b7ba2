#include "bench/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.hpp"

namespace quadrille {

namespace {

[[noreturn]] void fail_io(const char* what, const std::string& name) {
  fail(ErrorKind::io, "cannot {} {}: {}", what, name, std::generic_category().message(errno));
}

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : name_(path.empty() ? "standard output" : path),
      descriptor_(path.empty() ? STDOUT_FILENO : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) fail_io("create", name_);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_io("write", name_);
    written_bytes_ += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::close() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail_io("finish", name_);
}

}  // namespace quadrille
