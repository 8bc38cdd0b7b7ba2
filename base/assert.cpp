#include "base/assert.hpp"

#include <execinfo.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace quadrille {

namespace {
std::atomic<int> current_image{-1};
}

void set_assertion_image(int image) {
  current_image = image;
}

void assertion_failed(const char* condition, const char* rule, const char* file, int line) {
  std::fprintf(stderr, "quadrille: internal error on image %d: %s\n  broken: %s\n  at %s:%d\n", current_image.load(),
               rule, condition, file, line);
  void* frames[48];
  backtrace_symbols_fd(frames, backtrace(frames, 48), STDERR_FILENO);
  std::abort();
}

}  // namespace quadrille
