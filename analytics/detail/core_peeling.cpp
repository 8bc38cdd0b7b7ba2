#include "analytics/detail/core_peeling.hpp"

#include <algorithm>
#include <atomic>

#include "analytics/detail/degree_order.hpp"
#include "analytics/detail/ghost_losses.hpp"
#include "analytics/detail/vertex_queue.hpp"
#include "analytics/mirrors.hpp"

namespace quadrille::analytics::detail {
namespace {

constexpr std::uint32_t kNoLevel = ~std::uint32_t{0};
constexpr std::size_t kPeelGrain = 64;  // vertices of a task

class Peeling {
 public:
  Peeling(Workers& workers, const Graph& graph)
      : workers_(workers),
        graph_(graph),
        mirrors_(workers, graph, sizeof(std::uint32_t)),
        degree_(workers.make_shared<std::uint32_t>(graph.own())),
        below_(workers.make_shared<Slot>(graph.own())),
        remaining_(workers.make_shared<Slot>(graph.own())),
        losses_(workers, graph, mirrors_),
        peeled_(workers, graph.own()) {}

  PeeledCores run() {
    RoundMeter meter(workers_);
    PeeledCores result{.core = degree_};
    count_neighbours(workers_, graph_, degree_);
    level_ = joined(begin()).least;
    while (level_ != kNoLevel) {
      const Scanned all = joined(scan());
      if (all.queued == 0) {
        level_ = all.least;  // no vertex is lost, so this is the next level
        continue;
      }
      result.greatest = level_;
      peel_level();
      while (losses_.exchange([&](Slot own, std::uint32_t lost) { lower(own, lost); })) follow_stack();
      meter.end_round("peel", all.queued + all.kept);
      level_ = all.kept > 0 ? level_ + 1 : kNoLevel;
    }
    free();
    return result;
  }

 private:
  struct Scanned {
    std::uint64_t queued = 0;        // vertices of the level
    std::uint64_t kept = 0;          // above it
    std::uint32_t least = kNoLevel;  // of what is above it
  };

  // Local. This image's part of the vertices remains.
  Scanned begin() {
    const Range mine = workers_.my_part(graph_.own());
    first_remaining_ = mine.begin;
    remaining_here_ = mine.size();
    Scanned scanned;
    for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
      remaining_[slot] = static_cast<Slot>(slot);
      scanned.least = std::min(scanned.least, degree_[slot]);
    }
    return scanned;
  }
  // Local. Queues the vertices of this level and keeps those above it.
  Scanned scan() {
    Scanned scanned;
    std::size_t kept = first_remaining_;
    for (std::size_t place = first_remaining_; place < first_remaining_ + remaining_here_; ++place) {
      if (place % Workers::kTaskEdges == 0) workers_.check();
      const Slot vertex = remaining_[place];
      const std::uint32_t its = degree_[vertex];
      if (its == level_) {
        peeled_.push(vertex);
        ++scanned.queued;
      }
      if (its <= level_) continue;
      remaining_[kept++] = vertex;
      scanned.least = std::min(scanned.least, its);
    }
    remaining_here_ = kept - first_remaining_;
    scanned.kept = remaining_here_;
    return scanned;
  }
  Scanned joined(const Scanned& mine) {
    if (workers_.team().size() == 1) return mine;
    Scanned all;
    for (const Scanned& theirs : workers_.team().all_gather(mine)) {
      all.queued += theirs.queued;
      all.kept += theirs.kept;
      all.least = std::min(all.least, theirs.least);
    }
    return all;
  }

  void peel_level() {
    const std::span<const Slot> first = peeled_.take();
    workers_.for_each_task(first.size(), kPeelGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place) {
        lower_neighbours(first[place]);
        follow_stack();
      }
    });
  }
  void follow_stack() {
    while (top_ != kNoSlot) {
      const Slot vertex = top_;
      top_ = below_[vertex];
      lower_neighbours(vertex);
    }
  }
  void lower_neighbours(Slot vertex) {
    edges_ += graph_.out().degree(vertex);
    if (edges_ >= Workers::kTaskEdges) {
      workers_.check();
      edges_ = 0;
    }
    if (workers_.is_one_group()) {
      for_each_different(graph_.out(), vertex, [&](Slot neighbour) { lower(neighbour, 1); });
    } else {
      for_each_different(graph_.out(), vertex, [&](Slot neighbour) {
        graph_.is_own(neighbour) ? lower(neighbour, 1) : losses_.add(neighbour, 1);
      });
    }
  }
  // An own vertex loses neighbours. If it comes down to the level, it is put on this image's stack.
  void lower(Slot vertex, std::uint32_t by) {
    if (!comes_down(degree_[vertex], by)) return;
    below_[vertex] = top_;
    top_ = vertex;
  }
  // Lowers a degree, but not below the level. Returns true if this call brought it there.
  bool comes_down(std::uint32_t& place, std::uint32_t by) const {
    const auto lowered = [&](std::uint32_t old) { return old - level_ > by ? old - by : level_; };
    if (workers_.size() == 1) return place > level_ && (place = lowered(place)) == level_;
    std::atomic_ref<std::uint32_t> degree(place);
    std::uint32_t old = degree.load(std::memory_order_relaxed);
    while (old > level_) {
      const std::uint32_t its = lowered(old);
      if (degree.compare_exchange_weak(old, its, std::memory_order_relaxed)) return its == level_;
    }
    return false;
  }
  void free() {
    mirrors_.free();
    workers_.free_shared(below_);
    workers_.free_shared(remaining_);
    losses_.free();
    peeled_.free();
  }

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  const std::span<std::uint32_t> degree_;  // by own slot, among those not peeled; then the core number
  const std::span<Slot> below_;            // by own slot on a stack: the one below it
  const std::span<Slot> remaining_;        // each image has those of its part, at its beginning
  GhostLosses<std::uint32_t> losses_;      // of neighbours
  VertexQueue peeled_;                     // which begin a level
  Slot top_ = kNoSlot;                     // of this image's stack
  std::uint32_t level_ = 0;
  std::size_t first_remaining_ = 0, remaining_here_ = 0;
  std::size_t edges_ = 0;  // since the last check
};

}  // namespace

PeeledCores peel_cores(Workers& workers, const Graph& graph) {
  return Peeling(workers, graph).run();
}

}  // namespace quadrille::analytics::detail
