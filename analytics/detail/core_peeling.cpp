#include "analytics/detail/core_peeling.hpp"

#include <algorithm>
#include <atomic>

#include "analytics/detail/degree_order.hpp"
#include "analytics/detail/vertex_queue.hpp"

namespace quadrille::analytics::detail {
namespace {

constexpr std::uint32_t kNoLevel = ~std::uint32_t{0};
constexpr std::size_t kPeelGrain = 64;  // vertices of a task

class Peeling {
 public:
  Peeling(Workers& workers, const Graph& graph, const GhostCores* ghosts)
      : workers_(workers),
        graph_(graph),
        ghosts_(ghosts),
        degree_(workers.make_shared<std::uint32_t>(graph.own())),
        below_(workers.make_shared<Slot>(graph.own())),
        remaining_(workers.make_shared<Slot>(graph.slots())),
        peeled_(workers, graph.slots()) {}

  PeeledCores run(RoundMeter* meter) {
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
      if (meter) meter->end_round("peel", all.queued + all.kept);
      level_ = all.kept > 0 ? level_ + 1 : kNoLevel;
    }
    workers_.free_shared(below_);
    workers_.free_shared(remaining_);
    peeled_.free();
    return result;
  }

 private:
  struct Scanned {
    std::uint64_t queued = 0;        // vertices of the level
    std::uint64_t kept = 0;          // own vertices above it
    std::uint32_t least = kNoLevel;  // of what is above it
  };

  // Local. This image's part of the vertices remains.
  Scanned begin() {
    const Range mine = workers_.my_part(graph_.slots());
    first_remaining_ = mine.begin;
    remaining_here_ = mine.size();
    Scanned scanned;
    for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
      remaining_[slot] = static_cast<Slot>(slot);
      scanned.least = std::min(scanned.least, level_of(static_cast<Slot>(slot)));
    }
    return scanned;
  }
  // The degree of an own vertex that remains, the number of a ghost.
  std::uint32_t level_of(Slot vertex) const { return graph_.is_own(vertex) ? degree_[vertex] : ghosts_->core[vertex]; }
  // Local. Queues the vertices of this level and keeps those above it.
  Scanned scan() {
    Scanned scanned;
    std::size_t kept = first_remaining_;
    for (std::size_t place = first_remaining_; place < first_remaining_ + remaining_here_; ++place) {
      if (place % Workers::kTaskEdges == 0) workers_.check();
      const Slot vertex = remaining_[place];
      const std::uint32_t its = level_of(vertex);
      if (its == level_) {
        peeled_.push(vertex);
        ++scanned.queued;
      }
      if (its <= level_) continue;
      remaining_[kept++] = vertex;
      scanned.kept += graph_.is_own(vertex) ? 1 : 0;
      scanned.least = std::min(scanned.least, its);
    }
    remaining_here_ = kept - first_remaining_;
    return scanned;
  }
  Scanned joined(const Scanned& mine) {
    if (workers_.size() == 1) return mine;
    Scanned all;
    for (const Scanned& theirs : workers_.gather(mine)) {
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
        while (top_ != kNoSlot) {
          const Slot vertex = top_;
          top_ = below_[vertex];
          lower_neighbours(vertex);
        }
      }
    });
  }
  // Neighbours that come down to the level are put on this image's stack.
  void lower_neighbours(Slot vertex) {
    const auto lower_one = [&](Slot neighbour) {
      if (!lower(neighbour)) return;
      below_[neighbour] = top_;
      top_ = neighbour;
    };
    const bool is_own = graph_.is_own(vertex);
    edges_ += is_own ? graph_.out().degree(vertex) : ghosts_->lists.of(vertex).size();
    if (edges_ >= Workers::kTaskEdges) {
      workers_.check();
      edges_ = 0;
    }
    if (!is_own) {
      std::ranges::for_each(ghosts_->lists.of(vertex), lower_one);
    } else if (!ghosts_) {
      for_each_different(graph_.out(), vertex, lower_one);
    } else {
      for_each_different(graph_.out(), vertex, [&](Slot neighbour) {
        if (graph_.is_own(neighbour)) lower_one(neighbour);
      });
    }
  }
  // Lowers a degree by one, but not below the level. Returns true if this call brought it there.
  bool lower(Slot vertex) {
    if (workers_.size() == 1) return degree_[vertex] > level_ && --degree_[vertex] == level_;
    std::atomic_ref<std::uint32_t> degree(degree_[vertex]);
    std::uint32_t old = degree.load(std::memory_order_relaxed);
    while (old > level_) {
      if (degree.compare_exchange_weak(old, old - 1, std::memory_order_relaxed)) return old - 1 == level_;
    }
    return false;
  }

  Workers& workers_;
  const Graph& graph_;
  const GhostCores* const ghosts_;
  const std::span<std::uint32_t> degree_;  // by own slot, among those not peeled; then the core number
  const std::span<Slot> below_;            // by own slot on a stack: the one below it
  const std::span<Slot> remaining_;        // each image has those of its part, at its beginning
  VertexQueue peeled_;                     // which begin a level
  Slot top_ = kNoSlot;                     // of this image's stack
  std::uint32_t level_ = 0;
  std::size_t first_remaining_ = 0, remaining_here_ = 0;
  std::size_t edges_ = 0;  // since the last check
};

}  // namespace

PeeledCores peel_cores(Workers& workers, const Graph& graph, const GhostCores* ghosts, RoundMeter* meter) {
  return Peeling(workers, graph, ghosts).run(meter);
}

}  // namespace quadrille::analytics::detail
