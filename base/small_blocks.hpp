#pragma once

// Memory for small objects, for who makes and drops hundreds of them a query: plans, expressions, lists of columns. The
// program takes what `new` asks for from here (new_and_delete.cpp); what is larger, or no longer fits, is malloc's.
//
//   region  | page 0 | page 1 | ...   kRegionBytes, part of the program's image, whose pages become memory as they are
//                                     used first
//   page    | block | block | ...     kPageBytes of blocks of one class
//   class   1..64: 16, 32, .. 1024 bytes;  65..76: 1280, 1536, .. 4096
//
// Each thread has a list of free blocks a class. A list that is empty takes some from the lists that all threads share,
// or a new page; one that is longer than its limit gives half of it back there; a thread that ends gives all.
//
// B1  A block belongs to its class for good, and a page of the region never goes back to the system: so the region is
//     small, and a large request takes the rest from malloc, which gives it back.
// B2  Any thread may give back what another one took.
// B3  Lists are limited in bytes, so that threads which give what others take do not hold more and more.
//
// Thread-safe; lives as long as the process; may be used before and after all other objects. A child of fork() may use
// it as well. Cost: 2 ns to take, 2 ns to give; malloc, where it must look beyond its own lists, 20 to 50.
// Source: S. Ghemawat, P. Menage, TCMalloc: Thread-Caching Malloc (lists of threads, batches between them).

#include <cstddef>

namespace quadrille {

class SmallBlocks {
 public:
  static constexpr std::size_t kRegionBytes = 32 << 20;
  static constexpr std::size_t kLargest = 4096;  // bytes of a block

  // At least `bytes`, at an address that is a multiple of 16; nullptr if that is too much, or the region is used up.
  static void* take(std::size_t bytes) noexcept;
  // False, and nothing has happened: it is not from here.
  static bool give(void* block) noexcept;
  // Bytes of a block from here, else 0.
  static std::size_t size_of(const void* block) noexcept;
};

}  // namespace quadrille
