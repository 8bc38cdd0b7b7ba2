#include "loader/build/build_context.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

BuildContext::BuildContext(pgas::Job& job, const BuildOptions& options)
    : ShardedWork(job.team(options.lane), number_of_shards(options, job.num_images())),
      options_(options),
      next_slice_(job.symmetric_heap(options.lane), 0),
      done_(job, options.lane, options.progress != ProgressDisplay::none),
      progress_(job.is_first() ? options.progress : ProgressDisplay::none) {
  report.images = static_cast<std::uint32_t>(team().size());
  report.groups = static_cast<std::uint32_t>(team().num_groups());
  report.shards = shards();
}

void BuildContext::want_shards(std::uint32_t shards) {
  if (options_.shards != 0 || shards <= this->shards()) return;
  const std::uint32_t multiple = this->shards();
  set_shards(std::min((shards + multiple - 1) / multiple * multiple, kMaxShards / multiple * multiple));
  report.shards = this->shards();
}

void BuildContext::begin(BuildStep step, std::uint64_t items) {
  step_ = step;
  progress_.begin(step, items);
}

void BuildContext::end(BuildStep step) {
  progress_.end(step, report[step]);
}

void BuildContext::pulse(std::uint64_t items, std::uint64_t quads) {
  done_.add(step_, {items, quads});
  if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
    fail(ErrorKind::cancelled, "{}", options_.stopped);
  }
  team().check_failed();
  if (!progress_.is_due()) return;
  const SharedProgress::Amount all = done_.total(step_);
  progress_.show(all.items, all.quads);
}

}  // namespace quadrille
