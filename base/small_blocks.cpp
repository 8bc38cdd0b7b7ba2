#include "base/small_blocks.hpp"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>

namespace quadrille {

namespace {

constexpr std::size_t kPageBytes = 16 << 10, kPages = SmallBlocks::kRegionBytes / kPageBytes;
constexpr std::size_t kFine = 16, kFineBytes = 1024, kCoarse = 256;
constexpr std::size_t kFineClasses = kFineBytes / kFine;
constexpr std::size_t kClasses = kFineClasses + (SmallBlocks::kLargest - kFineBytes) / kCoarse + 1;  // 0: none
constexpr std::size_t kListBytes = 32 << 10;  // of one class of one thread
constexpr std::size_t kMostListed = 256;      // blocks

constexpr std::size_t class_of(std::size_t bytes) {
  if (bytes <= kFineBytes) return bytes == 0 ? 1 : (bytes + kFine - 1) / kFine;
  return kFineClasses + (bytes - kFineBytes + kCoarse - 1) / kCoarse;
}
constexpr std::size_t bytes_of(std::size_t its_class) {
  if (its_class <= kFineClasses) return its_class * kFine;
  return kFineBytes + (its_class - kFineClasses) * kCoarse;
}
constexpr std::uint32_t limit_of(std::size_t its_class) {
  return static_cast<std::uint32_t>(std::min(kMostListed, kListBytes / bytes_of(its_class)));
}

struct Free {
  Free* next;
};

// The blocks of one class that a thread has for itself. Without a constructor: `new` may come first.
struct List {
  Free* first;
  std::uint32_t blocks;
  std::uint32_t limit;  // 0: the thread has not begun, or has ended
};

alignas(kPageBytes) constinit std::array<std::byte, SmallBlocks::kRegionBytes> region{};
constinit std::array<std::uint8_t, kPages> page_classes{};
constinit thread_local std::array<List, kClasses> lists{};

// What all threads share.
constinit pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
constinit std::array<Free*, kClasses> shared{};
constinit std::size_t used_pages = 0;

class Locked {
 public:
  Locked() { pthread_mutex_lock(&mutex); }
  ~Locked() { pthread_mutex_unlock(&mutex); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

// No fork() while somebody moves blocks: the child would find them half moved, and locked for ever.
[[maybe_unused]] const int fork_is_watched = pthread_atfork(
    [] { pthread_mutex_lock(&mutex); }, [] { pthread_mutex_unlock(&mutex); }, [] { pthread_mutex_unlock(&mutex); });

// Gives the shared list what is behind the first `kept` blocks.
void give_back(std::size_t its_class, std::uint32_t kept) {
  List& list = lists[its_class];
  Free** rest = &list.first;
  for (std::uint32_t i = 0; i < kept; ++i) rest = &(*rest)->next;
  Free* const first = *rest;
  if (first == nullptr) return;
  *rest = nullptr;
  list.blocks = kept;
  Free* last = first;
  while (last->next != nullptr) last = last->next;
  const Locked locked;
  last->next = shared[its_class];
  shared[its_class] = first;
}

// Lives from the first list that a thread has to the thread's end.
struct Membership {
  Membership() {
    for (std::size_t i = 1; i < kClasses; ++i) lists[i].limit = limit_of(i);
  }
  ~Membership() {
    for (std::size_t i = 1; i < kClasses; ++i) {
      lists[i].limit = 0;  // what is given from here on goes to the shared list at once
      give_back(i, 0);
    }
  }
};

void join_in() {
  thread_local const Membership membership;
  static_cast<void>(membership);
}

// A new page of the region, as a list; nullptr: all are used.
Free* new_page(std::size_t its_class) {
  if (used_pages == kPages) return nullptr;
  std::byte* const page = region.data() + used_pages * kPageBytes;
  page_classes[used_pages++] = static_cast<std::uint8_t>(its_class);
  const std::size_t bytes = bytes_of(its_class);
  Free* first = nullptr;
  for (std::size_t end = kPageBytes / bytes * bytes; end > 0; end -= bytes) {
    first = new (page + end - bytes) Free{first};
  }
  return first;
}

// Half of what the list may have; none are left in the region if it stays empty.
void fill(std::size_t its_class) {
  join_in();
  List& list = lists[its_class];
  const std::uint32_t wanted = std::max<std::uint32_t>(limit_of(its_class) / 2, 1);
  const Locked locked;
  if (shared[its_class] == nullptr) shared[its_class] = new_page(its_class);
  while (shared[its_class] != nullptr && list.blocks < wanted) {
    Free* const block = shared[its_class];
    shared[its_class] = block->next;
    block->next = list.first;
    list.first = block;
    ++list.blocks;
  }
}

// The class of a block of the region; 0: it is none.
std::size_t class_at(const void* block) {
  const std::uintptr_t offset =
      reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(region.data());
  return offset < SmallBlocks::kRegionBytes ? page_classes[offset / kPageBytes] : 0;
}

}  // namespace

void* SmallBlocks::take(std::size_t bytes) noexcept {
  if (bytes > kLargest) return nullptr;
  const std::size_t its_class = class_of(bytes);
  List& list = lists[its_class];
  if (list.first == nullptr) fill(its_class);
  Free* const block = list.first;
  if (block == nullptr) return nullptr;
  list.first = block->next;
  --list.blocks;
  return block;
}

bool SmallBlocks::give(void* block) noexcept {
  const std::size_t its_class = class_at(block);
  if (its_class == 0) return false;
  List& list = lists[its_class];
  list.first = new (block) Free{list.first};
  if (++list.blocks > list.limit) give_back(its_class, list.limit / 2);
  return true;
}

std::size_t SmallBlocks::size_of(const void* block) noexcept {
  return bytes_of(class_at(block));
}

}  // namespace quadrille
