#include "loader/build_context.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace quadrille {

BuildContext::BuildContext(pgas::Job& job, const BuildOptions& options)
    : job_(job),
      options_(options),
      shards_(number_of_shards(options, job.team().size())),
      words_(job.symmetric_heap()),
      progress_(job.is_first() ? options.progress : ProgressDisplay::none) {
  report.images = static_cast<std::uint32_t>(team().size());
  report.shards = shards_;
}

int BuildContext::member_of_shard(std::uint32_t shard) const {
  return static_cast<int>(std::uint64_t{shard} * report.images / shards_);
}

// The smallest shard s with s * images / shards >= member.
std::uint32_t BuildContext::first_shard(int member) const {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(member) * shards_ + report.images - 1) / report.images);
}

void BuildContext::begin(BuildStep step, std::uint64_t items) {
  step_ = step;
  progress_.begin(step, items);
}

void BuildContext::end(BuildStep step) {
  progress_.end(step, report[step]);
}

void BuildContext::pulse(std::uint64_t items, std::uint64_t quads) {
  BuildWords::Done& mine = words_->done[index(step_)];
  mine.items.fetch_add(items, std::memory_order_relaxed);
  mine.quads.fetch_add(quads, std::memory_order_relaxed);
  if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
    fail(ErrorKind::cancelled, "the build was stopped; nothing is left of it");
  }
  if (first_words().failed.load(std::memory_order_acquire) != 0) throw pgas::TeamFailed{};
  if (!progress_.is_due()) return;
  std::uint64_t all_items = 0, all_quads = 0;
  for (int member = 0; member < team().size(); ++member) {
    const BuildWords::Done& done = words_(member).to_local()->done[index(step_)];
    all_items += done.items.load(std::memory_order_relaxed);
    all_quads += done.quads.load(std::memory_order_relaxed);
  }
  progress_.show(all_items, all_quads);
}

}  // namespace quadrille
