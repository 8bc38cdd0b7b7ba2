#include "server/launch/standard_output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace quadrille::server {

namespace {

[[noreturn]] void fail_to_write() {
  if (errno == EPIPE) throw ReaderLeft();
  fail(ErrorKind::io, "cannot write to standard output: {}", std::strerror(errno));
}

}  // namespace

void write_standard_output(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail_to_write();
}

void finish_standard_output() {
  if (std::fflush(stdout) != 0) fail_to_write();
}

void print(std::string_view text) {
  write_standard_output(text);
  finish_standard_output();
}

}  // namespace quadrille::server
