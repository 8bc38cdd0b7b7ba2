#include "base/free_memory.hpp"

#include <malloc.h>

// Of mimalloc, where the program is linked with it (cmake/QuadrilleMalloc.cmake).
extern "C" __attribute__((weak)) void mi_collect(bool force);

namespace quadrille {

void release_free_memory() {
  if (mi_collect != nullptr) return mi_collect(true);
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace quadrille
