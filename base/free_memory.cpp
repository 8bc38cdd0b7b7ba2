#include "base/free_memory.hpp"

#include <malloc.h>

// Of mimalloc, where the program is linked with it (cmake/QuadrilleMalloc.cmake).
extern "C" __attribute__((weak)) void mi_collect(bool force);

namespace quadrille {

namespace {

constexpr int kLargestReused = 1 << 20;
constexpr int kKeptOfHeap = 2 << 20;

}  // namespace

void release_free_memory() {
  if (mi_collect != nullptr) return mi_collect(true);
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void keep_free_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, kLargestReused);
  mallopt(M_TRIM_THRESHOLD, kKeptOfHeap);
#endif
}

}  // namespace quadrille
