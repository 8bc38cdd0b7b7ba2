// Team's one-sided operations: copies inside the group, the network across.

#include <atomic>
#include <cstring>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "pgas/detail/crossing.hpp"
#include "pgas/detail/remote_access.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas {

void Team::set_windows(std::vector<std::uintptr_t> begin_of_member, std::size_t bytes) {
  window_begins_ = std::move(begin_of_member);
  window_bytes_ = bytes;
  remote_ = std::make_unique<detail::RemoteAccess>(crossing_->network());
}

std::size_t Team::window_offset(int member, const void* address, std::size_t bytes) const {
  const std::size_t offset =
      reinterpret_cast<std::uintptr_t>(address) - window_begins_[static_cast<std::size_t>(member)];
  QUADRILLE_ASSERT(offset + bytes <= window_bytes_, "other groups reach symmetric memory only");
  return offset;
}

void Team::start_put(int member, void* to, const void* from, std::size_t bytes) {
  if (member != rank_) counters_.bytes += bytes;
  if (in_my_group(member)) {
    copy_bytes(to, from, bytes);
    return;
  }
  remote_->start_put(index(image(member)), window_offset(member, to, bytes), from, bytes);
  counters_.add_message(bytes);
}

void Team::start_get(int member, void* to, const void* from, std::size_t bytes) {
  if (member != rank_) counters_.bytes += bytes;
  if (in_my_group(member)) {
    copy_bytes(to, from, bytes);
    return;
  }
  remote_->start_get(index(image(member)), window_offset(member, from, bytes), to, bytes);
  counters_.add_message(bytes);
}

void Team::put(int member, void* to, const void* from, std::size_t bytes) {
  start_put(member, to, from, bytes);
  if (!in_my_group(member)) remote_->wait_sent(index(image(member)), failed_word());
}

void Team::get(int member, void* to, const void* from, std::size_t bytes) {
  start_get(member, to, from, bytes);
  if (!in_my_group(member)) remote_->wait_gets(index(image(member)), failed_word());
}

// Inside a group a copy is complete when memcpy returns; the fences order it before later operations.
void Team::put_fence(int member) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!remote_) return;
  for (const int target : remote_->put_targets()) {
    if (member < 0 || index(image(member)) == target) remote_->fence_puts(target, failed_word());
  }
}

void Team::get_fence(int member) {
  std::atomic_thread_fence(std::memory_order_acquire);
  if (!remote_) return;
  for (const int target : remote_->get_targets()) {
    if (member < 0 || index(image(member)) == target) remote_->wait_gets(target, failed_word());
  }
}

void Team::fence(int member) {
  put_fence(member);
  get_fence(member);
}

std::uint64_t Team::fetch_add(int member, std::uint64_t* word, std::uint64_t value) {
  if (in_my_group(member)) return std::atomic_ref(*word).fetch_add(value, std::memory_order_acq_rel);
  detail::MessageHeader header{detail::MessageKind::fetch_add};
  header.word = window_offset(member, word, sizeof *word);
  counters_.add_message(sizeof *word);
  return crossing_->network().ask(index(image(member)), header, std::as_bytes(std::span(&value, 1)), failed_word());
}

}  // namespace quadrille::pgas
