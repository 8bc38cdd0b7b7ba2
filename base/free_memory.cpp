#include "base/free_memory.hpp"

#include <malloc.h>

#include <cstddef>

// Of jemalloc, where the program is linked with it (cmake/QuadrilleMalloc.cmake).
extern "C" __attribute__((weak)) int mallctl(const char* name, void* old_value, std::size_t* old_bytes, void* new_value,
                                             std::size_t new_bytes);

namespace quadrille {

void release_free_memory() {
  if (mallctl != nullptr) {
    mallctl("thread.tcache.flush", nullptr, nullptr, nullptr, 0);
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);  // 4096: of all arenas
    return;
  }
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace quadrille
