#pragma once

// SmallBlocks is the memory for small objects, of which a query makes and drops hundreds: plans, expressions, lists of
// columns. The program's `new` uses it (new_and_delete.cpp); larger requests, and those that do not fit, go to malloc.
//
//   region  | page 0 | page 1 | ...   kRegionBytes, part of the program's image; a page takes memory when it is first
//                                     used
//   page    | block | block | ...     kPageBytes of blocks of one class
//   class   1..64: 16, 32, .. 1024 bytes;  65..76: 1280, 1536, .. 4096
//
// Each thread has a list of free blocks for each class. An empty list takes some blocks from the shared lists, or a new
// page; a list beyond its limit returns half of its blocks there; a thread that ends returns all.
//
// B1  A block belongs to its class permanently, and a page of the region is never returned to the system. So the region
//     is small, and large requests use malloc, which returns memory.
// B2  A block can be freed by another thread than the one that allocated it.
// B3  Lists are limited in bytes, so that threads that free the blocks of other threads do not accumulate them.
//
// Thread-safe; lives as long as the process; can be used before and after all other objects. A child of fork() can use
// it as well. Cost: 2 ns to take, 2 ns to give; malloc takes 20 to 50 if it must search beyond its own lists.
// Source: S. Ghemawat, P. Menage, TCMalloc: Thread-Caching Malloc (lists of threads, batches between them).

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace quadrille {

class SmallBlocks {
 public:
  static constexpr std::size_t kRegionBytes = 32 << 20;
  static constexpr std::size_t kLargest = 4096;  // bytes of a block

  // At least `bytes`, at an address that is a multiple of 16; nullptr if that is too large, or if the region is used
  // up.
  static void* take(std::size_t bytes) noexcept {
    if (bytes > kLargest) return nullptr;
    const std::size_t its_class = class_of(bytes);
    List& list = lists_[its_class];
    if (list.first == nullptr && !fill(its_class)) return nullptr;
    Free* const block = list.first;
    list.first = block->next;
    --list.blocks;
    return block;
  }

  // Returns false, without any effect, if the block is not from the region.
  static bool give(void* block) noexcept {
    const std::size_t its_class = class_at(block);
    if (its_class == 0) return false;
    List& list = lists_[its_class];
    list.first = new (block) Free{list.first};
    if (++list.blocks > list.limit) overflow(its_class);
    return true;
  }

  // The size of a block of the region, otherwise 0.
  static std::size_t size_of(const void* block) noexcept { return bytes_of(class_at(block)); }

 private:
  static constexpr std::size_t kPageBytes = 16 << 10, kPages = kRegionBytes / kPageBytes;
  static constexpr std::size_t kFine = 16, kFineBytes = 1024, kCoarse = 256;
  static constexpr std::size_t kFineClasses = kFineBytes / kFine;
  static constexpr std::size_t kClasses = kFineClasses + (kLargest - kFineBytes) / kCoarse + 1;  // 0: none

  struct Free {
    Free* next;
  };
  // The blocks of one class that a thread has for itself. Without a constructor: `new` may come first.
  struct List {
    Free* first;
    std::uint32_t blocks;
    std::uint32_t limit;  // 0: the thread has no lists yet, or has ended
  };
  struct Membership;

  static constexpr std::size_t class_of(std::size_t bytes) {
    if (bytes <= kFineBytes) return bytes == 0 ? 1 : (bytes + kFine - 1) / kFine;
    return kFineClasses + (bytes - kFineBytes + kCoarse - 1) / kCoarse;
  }
  static constexpr std::size_t bytes_of(std::size_t its_class) {
    if (its_class <= kFineClasses) return its_class * kFine;
    return kFineBytes + (its_class - kFineClasses) * kCoarse;
  }
  static std::uint32_t limit_of(std::size_t its_class);
  // The class of a block of the region; 0 if it is outside.
  static std::size_t class_at(const void* block) {
    const std::uintptr_t offset =
        reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(region_.data());
    return offset < kRegionBytes ? page_classes_[offset / kPageBytes] : 0;
  }

  // Gives the thread lists until its end.
  static void join() noexcept;
  // Takes half of the list's limit; false: the region has none left. Later calls find this out without a lock.
  static bool fill(std::size_t its_class) noexcept;
  // Called if the list is longer than its limit, or has none yet.
  static void overflow(std::size_t its_class) noexcept;
  // Gives the blocks after the first `kept` ones to the shared list.
  static void give_back(std::size_t its_class, std::uint32_t kept) noexcept;
  // A new page of the region, as a list; nullptr: all are used.
  static Free* new_page(std::size_t its_class);

  static constinit std::array<std::byte, kRegionBytes> region_;
  static constinit std::array<std::uint8_t, kPages> page_classes_;
  static constinit thread_local std::array<List, kClasses> lists_;
  // Shared by all threads; a lock guards changes, but any thread may check whether a list is empty.
  static constinit std::array<std::atomic<Free*>, kClasses> shared_;
  static constinit std::atomic<std::size_t> used_pages_;
};

}  // namespace quadrille
