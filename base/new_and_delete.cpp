// `new` and `delete` of the program: small objects from SmallBlocks, others from malloc. Linked with programs alone
// (cmake/QuadrilleMalloc.cmake): the sanitizers have their own.

#include <dlfcn.h>
#include <malloc.h>

#include <cstdlib>
#include <new>

#include "base/small_blocks.hpp"

namespace {

constexpr std::size_t kAlignment = 16;  // of all blocks, and of malloc's memory

void* from_malloc(std::size_t bytes, std::size_t alignment) {
  while (true) {
    void* block = nullptr;
    if (alignment <= kAlignment) {
      block = std::malloc(bytes == 0 ? 1 : bytes);
    } else if (posix_memalign(&block, alignment, bytes) != 0) {
      block = nullptr;
    }
    if (block != nullptr) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (void* const block = quadrille::SmallBlocks::take(bytes)) return block;
  return from_malloc(bytes, kAlignment);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  if (static_cast<std::size_t>(alignment) <= kAlignment) return operator new(bytes);
  return from_malloc(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
  if (!quadrille::SmallBlocks::give(block)) std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  if (!quadrille::SmallBlocks::give(block)) std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  if (!quadrille::SmallBlocks::give(block)) std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  if (!quadrille::SmallBlocks::give(block)) std::free(block);
}

// RocksDB also calls it for memory from `new`.
extern "C" std::size_t malloc_usable_size(void* block) noexcept {
  if (const std::size_t bytes = quadrille::SmallBlocks::size_of(block)) return bytes;
  static const auto of_malloc = reinterpret_cast<std::size_t (*)(void*)>(dlsym(RTLD_NEXT, "malloc_usable_size"));
  return of_malloc(block);
}
