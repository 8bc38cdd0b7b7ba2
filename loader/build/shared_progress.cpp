#include "loader/build/shared_progress.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kTellMs = 500;

// Returns the progress since the last call. If two threads race, the later one subtracts a little, so the sum stays
// right.
std::uint64_t news(std::atomic<std::uint64_t>& told, std::uint64_t now) {
  return now - told.exchange(now, std::memory_order_relaxed);
}

std::uint64_t load_relaxed(std::uint64_t& word) {
  return std::atomic_ref(word).load(std::memory_order_relaxed);
}

}  // namespace

SharedProgress::SharedProgress(pgas::Job& job, int lane, bool is_shown)
    : team_(job.team(lane)),
      words_(job.symmetric_heap(lane)),
      elsewhere_(job.symmetric_heap(lane), 2 * kBuildSteps),
      tells_(is_shown && !team_.in_my_group(0)) {}

void SharedProgress::add(BuildStep step, Amount more) {
  Words::Done& mine = words_->done[index(step)];
  mine.items.fetch_add(more.items, std::memory_order_relaxed);
  mine.quads.fetch_add(more.quads, std::memory_order_relaxed);
  if (tells_ && is_due()) tell(step);
}

// True for one image of the group at a time.
bool SharedProgress::is_due() {
  const auto now = static_cast<std::uint64_t>(watch_.seconds() * 1e3);
  std::atomic<std::uint64_t>& word = first_of_group().last_told_ms;
  std::uint64_t last = word.load(std::memory_order_relaxed);
  return now >= last + kTellMs && word.compare_exchange_strong(last, now, std::memory_order_relaxed);
}

SharedProgress::Words& SharedProgress::first_of_group() {
  return *words_(team_.group_begin(team_.group())).to_local();
}

SharedProgress::Amount SharedProgress::done_by_group(BuildStep step) {
  Amount sum;
  for (int member = team_.group_begin(team_.group()); member < team_.group_end(team_.group()); ++member) {
    const Words::Done& done = words_(member).to_local()->done[index(step)];
    sum.items += done.items.load(std::memory_order_relaxed);
    sum.quads += done.quads.load(std::memory_order_relaxed);
  }
  return sum;
}

void SharedProgress::tell(BuildStep step) {
  Words& group = first_of_group();
  const Amount now = done_by_group(step);
  const std::uint64_t items = news(group.told[index(step)].items, now.items);
  const std::uint64_t quads = news(group.told[index(step)].quads, now.quads);
  if (items != 0) elsewhere_(0, 2 * index(step)).fetch_add(items);
  if (quads != 0) elsewhere_(0, 2 * index(step) + 1).fetch_add(quads);
}

SharedProgress::Amount SharedProgress::total(BuildStep step) {
  Amount sum = done_by_group(step);
  sum.items += load_relaxed(elsewhere_[2 * index(step)]);
  sum.quads += load_relaxed(elsewhere_[2 * index(step) + 1]);
  return sum;
}

}  // namespace quadrille
