#include "analytics/detail/path_search.hpp"

#include <algorithm>
#include <cmath>

#include "analytics/detail/bucket_queue.hpp"
#include "analytics/detail/long_rows.hpp"
#include "analytics/detail/shared_items.hpp"
#include "analytics/shared_bits.hpp"

namespace quadrille::analytics {
namespace {

using Item = BucketQueue::Item;

// An image continues alone with so many items of the current bucket, or fewer.
constexpr std::size_t kMostFused = 512;
// Items of a task.
constexpr std::size_t kItemGrain = 64;
// The width of a bucket, in mean weights divided by the mean degree.
constexpr double kMeanWeights = 2;

struct WeightSample {
  double total = 0;
  std::uint64_t count = 0;
  WeightSample& operator+=(const WeightSample& other) {
    total += other.total;
    count += other.count;
    return *this;
  }
};

class DeltaStepping {
 public:
  DeltaStepping(Workers& workers, const Graph& graph, Mirrors& mirrors, double delta)
      : workers_(workers),
        graph_(graph),
        mirrors_(mirrors),
        queue_(workers.arena().own(), delta),
        fused_(&workers.arena().own()),
        postponed_(&workers.arena().own()),
        shared_(workers),
        long_rows_(workers, graph.out()) {}

  PathSearch run(std::span<const Huri> starts);

 private:
  // Collective. The least bucket of all images; false if none has items.
  bool begin_bucket(std::uint64_t& frontier);
  void visit(const Item& item);
  // Shortens paths through a vertex, by a part of its list.
  void relax(const Item& item, std::size_t begin, std::size_t end);
  void visit_postponed();
  void visit_alone();
  void exchange_ghosts();

  Workers& workers_;
  const Graph& graph_;
  Mirrors& mirrors_;
  BucketQueue queue_;
  BucketQueue::Items fused_;
  BucketQueue::Items postponed_;  // vertices with long rows, which several images visit together
  SharedItems<Item> shared_;
  LongRows long_rows_;
  std::span<double> distance_;
  BitWords changed_;  // ghosts whose distance has become less here; empty with one group
  std::size_t unchecked_edges_ = 0;
};

PathSearch DeltaStepping::run(std::span<const Huri> starts) {
  distance_ = workers_.make_filled(graph_.slots(), kUnreachable);
  if (!workers_.is_one_group()) changed_ = workers_.make_filled(words_for_bits(graph_.slots()), std::uint64_t{0});
  for (const Huri start : starts) {
    const Slot slot = graph_.find(start);
    if (slot == kNoSlot) continue;
    if (lower_shared(distance_[slot], 0) && graph_.is_own(slot)) queue_.add(slot, 0);
  }
  RoundMeter meter(workers_);
  int rounds = 0;
  for (std::uint64_t frontier = 0; begin_bucket(frontier); ++rounds) {
    const std::span<const Item> items = shared_.join(queue_.current());
    queue_.current().clear();
    workers_.for_each_task(items.size(), kItemGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place) visit(items[place]);
    });
    visit_postponed();
    visit_alone();
    if (!workers_.is_one_group()) exchange_ghosts();
    meter.end_round("push", frontier);
  }
  shared_.free();
  long_rows_.free();
  if (!workers_.is_one_group()) workers_.free_shared(changed_);
  return {.distance = distance_, .rounds = rounds};
}

bool DeltaStepping::begin_bucket(std::uint64_t& frontier) {
  const std::vector<BucketQueue::Next> all = workers_.team().all_gather(queue_.next());
  std::uint64_t least = BucketQueue::kNone;
  for (const BucketQueue::Next& next : all) least = std::min(least, next.bucket);
  if (least == BucketQueue::kNone) return false;
  frontier = 0;
  for (const BucketQueue::Next& next : all) frontier += next.bucket == least ? next.items : 0;
  queue_.move_to(least);
  return true;
}

void DeltaStepping::visit(const Item& item) {
  const std::uint64_t edges = graph_.out().degree(item.slot);
  if (edges > Workers::kTaskEdges && workers_.size() > 1) {
    postponed_.push_back(item);
    return;
  }
  for (std::uint64_t begin = 0; begin < edges; begin += Workers::kTaskEdges) {
    relax(item, begin, std::min<std::uint64_t>(edges, begin + Workers::kTaskEdges));
  }
}

void DeltaStepping::relax(const Item& item, std::size_t begin, std::size_t end) {
  const double distance = load_relaxed(distance_[item.slot]);
  if (BucketQueue::check_of(distance) != item.check) return;
  const Lists& lists = graph_.out();
  const std::span<const Slot> targets = lists.of(item.slot);
  const std::span<const double> weights = lists.weights_of(item.slot);
  for (std::size_t edge = begin; edge < end; ++edge) {
    const Slot target = targets[edge];
    const double length = distance + weights[edge];
    if (!lower_shared(distance_[target], length)) continue;
    graph_.is_own(target) ? queue_.add(target, length) : static_cast<void>(set_bit_shared(changed_, target));
  }
  unchecked_edges_ += end - begin;
  if (unchecked_edges_ < Workers::kTaskEdges) return;
  unchecked_edges_ = 0;
  workers_.check();
}

void DeltaStepping::visit_postponed() {
  if (workers_.size() == 1 || !long_rows_.exist()) return;
  const std::span<const Item> items = shared_.join(postponed_);
  postponed_.clear();
  for (const Item& item : items) {
    long_rows_.for_each_chunk_of(long_rows_.which(item.slot),
                                 [&](const LongRows::Chunk& chunk) { relax(item, chunk.begin, chunk.end); });
  }
}

void DeltaStepping::visit_alone() {
  while (!queue_.current().empty() && queue_.current().size() <= kMostFused) {
    fused_.clear();
    fused_.swap(queue_.current());
    for (const Item& item : fused_) visit(item);
  }
  queue_.current().insert(queue_.current().end(), postponed_.begin(), postponed_.end());  // for the next round
  postponed_.clear();
}

void DeltaStepping::exchange_ghosts() {
  workers_.barrier();  // no image changes ghosts now
  mirrors_.collect(std::span<const double>(distance_), changed_, [&](Slot own, double length, int) {
    if (lower_shared(distance_[own], length)) queue_.add(own, length);
  });
  workers_.fill(changed_, std::uint64_t{0});
}

}  // namespace

// From some weights of each image.
double chosen_delta(Workers& workers, const Graph& graph) {
  constexpr std::size_t kSampled = 4096;
  const std::span<const double> weights = graph.out().weights();
  WeightSample sample;
  const Range mine = workers.my_part(weights.size());
  const std::size_t step = mine.size() / kSampled + 1;
  for (std::size_t edge = mine.begin; edge < mine.end; edge += step) sample += {std::min(weights[edge], 1e100), 1};
  sample = workers.team().sum(sample);
  if (sample.total <= 0) return 1;
  const double mean = sample.total / static_cast<double>(sample.count);
  const double degree = static_cast<double>(graph.edges()) / static_cast<double>(graph.vertices());
  return std::max(mean * kMeanWeights / std::max(degree, 1.0), 1e-300);
}

PathSearch search_paths(Workers& workers, const Graph& graph, Mirrors& mirrors, std::span<const Huri> starts,
                        double delta) {
  return DeltaStepping(workers, graph, mirrors, delta > 0 ? delta : chosen_delta(workers, graph)).run(starts);
}

}  // namespace quadrille::analytics
