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

// No fork() while somebody moves blocks: the child would find them half moved, and locked for ever.
[[maybe_unused]] const int fork_is_watched = pthread_atfork(
    [] { pthread_mutex_lock(&mutex); }, [] { pthread_mutex_unlock(&mutex); }, [] { pthread_mutex_unlock(&mutex); });

}  // namespace

alignas(4096) constinit std::array<std::byte, SmallBlocks::kRegionBytes> SmallBlocks::region_{};
constinit std::array<std::uint8_t, SmallBlocks::kPages> SmallBlocks::page_classes_{};
constinit thread_local std::array<SmallBlocks::List, SmallBlocks::kClasses> SmallBlocks::lists_{};
constinit std::array<SmallBlocks::Free*, SmallBlocks::kClasses> SmallBlocks::shared_{};
constinit std::size_t SmallBlocks::used_pages_ = 0;

std::uint32_t SmallBlocks::limit_of(std::size_t its_class) {
  return static_cast<std::uint32_t>(std::min(kMostListed, kListBytes / bytes_of(its_class)));
}

// Of a thread that has lists, from the first one to the thread's end.
struct SmallBlocks::Membership {
  Membership() {
    for (std::size_t i = 1; i < kClasses; ++i) lists_[i].limit = limit_of(i);
  }
  ~Membership() {
    for (std::size_t i = 1; i < kClasses; ++i) {
      lists_[i].limit = 0;  // what is given from here on goes to the shared list at once
      give_back(i, 0);
    }
  }
};

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
  last->next = shared_[its_class];
  shared_[its_class] = first;
}

SmallBlocks::Free* SmallBlocks::new_page(std::size_t its_class) {
  if (used_pages_ == kPages) return nullptr;
  std::byte* const page = region_.data() + used_pages_ * kPageBytes;
  page_classes_[used_pages_++] = static_cast<std::uint8_t>(its_class);
  const std::size_t bytes = bytes_of(its_class);
  Free* first = nullptr;
  for (std::size_t end = kPageBytes / bytes * bytes; end > 0; end -= bytes) {
    first = new (page + end - bytes) Free{first};
  }
  return first;
}

bool SmallBlocks::fill(std::size_t its_class) noexcept {
  thread_local const Membership membership;
  List& list = lists_[its_class];
  const std::uint32_t wanted = std::max<std::uint32_t>(limit_of(its_class) / 2, 1);
  const Locked locked;
  if (shared_[its_class] == nullptr) shared_[its_class] = new_page(its_class);
  while (shared_[its_class] != nullptr && list.blocks < wanted) {
    Free* const block = shared_[its_class];
    shared_[its_class] = block->next;
    block->next = list.first;
    list.first = block;
    ++list.blocks;
  }
  return list.first != nullptr;
}

}  // namespace quadrille
