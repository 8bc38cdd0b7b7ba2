// `new` and `delete` of the program: small objects from SmallBlocks, others from malloc. Linked with programs alone
// (cmake/QuadrilleMalloc.cmake): the sanitizers have their own. What is aligned by more than 16 bytes stays as it is.

#include <dlfcn.h>
#include <malloc.h>

#include <cstdlib>
#include <new>

#include "base/small_blocks.hpp"

namespace {

void* from_malloc(std::size_t bytes) {
  while (true) {
    if (void* const block = std::malloc(bytes == 0 ? 1 : bytes)) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (void* const block = quadrille::SmallBlocks::take(bytes)) return block;
  return from_malloc(bytes);
}
void operator delete(void* block) noexcept {
  if (!quadrille::SmallBlocks::give(block)) std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  operator delete(block);
}

// RocksDB asks for the size of what it has got by `new`, too.
extern "C" std::size_t malloc_usable_size(void* block) noexcept {
  if (const std::size_t bytes = quadrille::SmallBlocks::size_of(block)) return bytes;
  static const auto of_malloc = reinterpret_cast<std::size_t (*)(void*)>(dlsym(RTLD_NEXT, "malloc_usable_size"));
  return of_malloc(block);
}
