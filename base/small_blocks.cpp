#include "base/small_blocks.hpp"

#include <pthread.h>

#include <algorithm>

namespace quadrille {

namespace {

constexpr std::size_t kListBytes = 32 << 10;  // of one class of one thread
constexpr std::size_t kMostListed = 256;      // blocks

constinit pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

class Locked {
 public:
  Locked() { pthread_mutex_lock(&mutex); }
  ~Locked() { pthread_mutex_unlock(&mutex); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

// fork() waits while a thread moves blocks: the child would find them half moved, and locked forever.
[[maybe_unused]] const int fork_is_watched = pthread_atfork(
    [] { pthread_mutex_lock(&mutex); }, [] { pthread_mutex_unlock(&mutex); }, [] { pthread_mutex_unlock(&mutex); });

}  // namespace

alignas(4096) constinit std::array<std::byte, SmallBlocks::kRegionBytes> SmallBlocks::region_{};
constinit std::array<std::uint8_t, SmallBlocks::kPages> SmallBlocks::page_classes_{};
constinit thread_local std::array<SmallBlocks::List, SmallBlocks::kClasses> SmallBlocks::lists_{};
constinit std::array<std::atomic<SmallBlocks::Free*>, SmallBlocks::kClasses> SmallBlocks::shared_{};
constinit std::atomic<std::size_t> SmallBlocks::used_pages_ = 0;

std::uint32_t SmallBlocks::limit_of(std::size_t its_class) {
  return static_cast<std::uint32_t>(std::min(kMostListed, kListBytes / bytes_of(its_class)));
}

// Marks a thread that has lists, from its first list to its end.
struct SmallBlocks::Membership {
  Membership() {
    for (std::size_t i = 1; i < kClasses; ++i) lists_[i].limit = limit_of(i);
  }
  ~Membership() {
    for (std::size_t i = 1; i < kClasses; ++i) {
      lists_[i].limit = 0;  // blocks freed from here on go to the shared list at once
      give_back(i, 0);
    }
  }
};

void SmallBlocks::join() noexcept {
  thread_local const Membership membership;
}

void SmallBlocks::overflow(std::size_t its_class) noexcept {
  join();
  const List& list = lists_[its_class];
  if (list.blocks > list.limit) give_back(its_class, list.limit / 2);
}

void SmallBlocks::give_back(std::size_t its_class, std::uint32_t kept) noexcept {
  List& list = lists_[its_class];
  Free** rest = &list.first;
  for (std::uint32_t i = 0; i < kept; ++i) rest = &(*rest)->next;
  Free* const first = *rest;
  if (first == nullptr) return;
  *rest = nullptr;
  list.blocks = kept;
  Free* last = first;
  while (last->next != nullptr) last = last->next;
  const Locked locked;
  last->next = shared_[its_class].load(std::memory_order_relaxed);
  shared_[its_class].store(first, std::memory_order_relaxed);
}

SmallBlocks::Free* SmallBlocks::new_page(std::size_t its_class) {
  const std::size_t number = used_pages_.load(std::memory_order_relaxed);
  if (number == kPages) return nullptr;
  std::byte* const page = region_.data() + number * kPageBytes;
  page_classes_[number] = static_cast<std::uint8_t>(its_class);
  used_pages_.store(number + 1, std::memory_order_relaxed);
  const std::size_t bytes = bytes_of(its_class);
  Free* first = nullptr;
  for (std::size_t end = kPageBytes / bytes * bytes; end > 0; end -= bytes) {
    first = new (page + end - bytes) Free{first};
  }
  return first;
}

bool SmallBlocks::fill(std::size_t its_class) noexcept {
  std::atomic<Free*>& shared = shared_[its_class];
  const bool is_used_up = used_pages_.load(std::memory_order_relaxed) == kPages;
  if (is_used_up && shared.load(std::memory_order_relaxed) == nullptr) return false;
  join();
  List& list = lists_[its_class];
  const std::uint32_t wanted = std::max<std::uint32_t>(list.limit / 2, 1);  // 1: the thread has ended
  const Locked locked;
  Free* next = shared.load(std::memory_order_relaxed);
  if (next == nullptr) next = new_page(its_class);
  while (next != nullptr && list.blocks < wanted) {
    Free* const block = next;
    next = block->next;
    block->next = list.first;
    list.first = block;
    ++list.blocks;
  }
  shared.store(next, std::memory_order_relaxed);
  return list.first != nullptr;
}

}  // namespace quadrille
