#include "base/free_memory.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <cstdlib>

namespace quadrille {
namespace {

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// Optimisers take away blocks that nobody uses.
void* allocate(std::size_t bytes) {
  void* volatile block = std::malloc(bytes);
  return block;
}

// Bytes of blocks with mappings of their own, which go back to the system when they are freed.
std::size_t mapped_bytes() {
  return mallinfo2().hblkhd;
}

TEST(FreeMemory, IsKeptForBlocksUpToAMegabyte) {
  keep_free_memory();
  const std::size_t before = mapped_bytes();
  void* reused = allocate(600'000);
  EXPECT_EQ(mapped_bytes(), before);
  void* large = allocate(3'000'000);
  EXPECT_GE(mapped_bytes(), before + 3'000'000);
  std::free(large);
  EXPECT_EQ(mapped_bytes(), before);
  std::free(reused);
}

TEST(FreeMemory, OfAHeapsEndIsKept) {
  keep_free_memory();
  release_free_memory();
  void* block = allocate(600'000);
  std::free(block);
  EXPECT_GE(mallinfo2().keepcost, 600'000U);  // that could go back
  release_free_memory();
  EXPECT_LT(mallinfo2().keepcost, 600'000U);
}

#endif

}  // namespace
}  // namespace quadrille
