#pragma once

// SmallBlocks is the memory for small objects, of which a query makes and drops hundreds: plans, expressions, lists of
// columns. The program's `new` uses it (new_and_delete.cpp); larger requests, and those that do not fit, go to malloc.
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

  // At least `bytes`, at an address that is a multiple of 16; nullptr if that is too much, or the region is used up.
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

  // False, and nothing has happened: it is not from here.
  static bool give(void* block) noexcept {
    const std::size_t its_class = class_at(block);
    if (its_class == 0) return false;
    List& list = lists_[its_class];
    list.first = new (block) Free{list.first};
    if (++list.blocks > list.limit) overflow(its_class);
    return true;
  }

  // Bytes of a block from here, else 0.
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
    std::uint32_t limit;  // 0: the thread has not asked for its lists, or has ended
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
  // The class of a block of the region; 0: it is none.
  static std::size_t class_at(const void* block) {
    const std::uintptr_t offset =
        reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(region_.data());
    return offset < kRegionBytes ? page_classes_[offset / kPageBytes] : 0;
  }

  // The thread has lists from here to its end.
  static void join() noexcept;
  // Half of what the list may have; false: the region has none left, which costs no lock once it is known.
  static bool fill(std::size_t its_class) noexcept;
  // The list is longer than its limit, or has none yet.
  static void overflow(std::size_t its_class) noexcept;
  // Gives the shared list what is behind the first `kept` blocks.
  static void give_back(std::size_t its_class, std::uint32_t kept) noexcept;
  // A new page of the region, as a list; nullptr: all are used.
  static Free* new_page(std::size_t its_class);

  static constinit std::array<std::byte, kRegionBytes> region_;
  static constinit std::array<std::uint8_t, kPages> page_classes_;
  static constinit thread_local std::array<List, kClasses> lists_;
  // What all threads share, one at a time; whether there is anything may be looked at by all.
  static constinit std::array<std::atomic<Free*>, kClasses> shared_;
  static constinit std::atomic<std::size_t> used_pages_;
};

}  // namespace quadrille
