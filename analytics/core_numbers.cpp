#include "analytics/core_numbers.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include "analytics/detail/degree_order.hpp"
#include "analytics/detail/vertex_queue.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

constexpr std::uint32_t kNoLevel = ~std::uint32_t{0};
constexpr std::size_t kPeelGrain = 64;  // vertices of a task

class Peeling {
 public:
  Peeling(Workers& workers, const Graph& graph)
      : workers_(workers),
        graph_(graph),
        degree_(workers.make_shared<std::uint32_t>(graph.own())),
        below_(workers.make_shared<Slot>(graph.own())),
        remaining_(workers.make_shared<Slot>(graph.own())),
        peeled_(workers, graph.own()) {
    if (workers.is_one_group()) return;
    mirrors_ = std::make_unique<Mirrors>(workers, graph, sizeof(std::uint32_t));
    lost_ = workers.make_filled<std::uint32_t>(graph.slots(), 0);
    changed_ = workers.make_filled<std::uint64_t>(words_for_bits(graph.slots()), 0);
  }

  CoreResult run() {
    CoreResult result;
    RoundMeter meter(workers_);
    level_ = workers_.team().min(count_degrees());
    while (level_ != kNoLevel) {
      const Scanned mine = scan();
      const Scanned all = workers_.team().sum(mine);
      if (all.queued == 0) {
        level_ = workers_.team().min(mine.least);  // no vertex is lost, so this is the next level
        continue;
      }
      result.greatest = level_;
      peel_level();
      meter.end_round("peel", all.queued + all.kept);
      level_ = all.kept > 0 ? level_ + 1 : kNoLevel;
    }
    free();
    result.core = degree_;
    return result;
  }

 private:
  struct Scanned {
    std::uint64_t queued = 0, kept = 0;
    std::uint32_t least = kNoLevel;  // degree of those that were kept; not of a sum
    Scanned& operator+=(const Scanned& other) {
      queued += other.queued;
      kept += other.kept;
      return *this;
    }
  };

  // The least degree of this image's vertices, all of which remain.
  std::uint32_t count_degrees() {
    for_each_row_range(workers_, graph_.out(), [&](Range rows) {
      for (std::size_t row = rows.begin; row < rows.end; ++row) {
        std::uint32_t degree = 0;
        for_each_different(graph_.out(), static_cast<Slot>(row), [&](Slot) { ++degree; });
        degree_[row] = degree;
      }
    });
    const Range mine = workers_.my_part(graph_.own());
    first_remaining_ = mine.begin;
    remaining_here_ = mine.size();
    std::uint32_t least = kNoLevel;
    for (std::size_t row = mine.begin; row < mine.end; ++row) {
      remaining_[row] = static_cast<Slot>(row);
      least = std::min(least, degree_[row]);
    }
    return least;
  }

  // Local. Queues the vertices of this level and keeps those above it.
  Scanned scan() {
    Scanned scanned;
    std::size_t kept = first_remaining_;
    for (std::size_t place = first_remaining_; place < first_remaining_ + remaining_here_; ++place) {
      if (place % Workers::kTaskEdges == 0) workers_.check();
      const Slot vertex = remaining_[place];
      const std::uint32_t degree = degree_[vertex];
      if (degree == level_) {
        peeled_.push(vertex);
        ++scanned.queued;
      }
      if (degree <= level_) continue;
      remaining_[kept++] = vertex;
      scanned.least = std::min(scanned.least, degree);
    }
    scanned.kept = remaining_here_ = kept - first_remaining_;
    return scanned;
  }

  // Collective.
  void peel_level() {
    for (bool goes_on = true; goes_on;) {
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
      goes_on = !workers_.is_one_group() && workers_.team().any(exchange());
    }
  }
  // Neighbours that come down to the level are put on this image's stack.
  void lower_neighbours(Slot vertex) {
    edges_ += graph_.out().degree(vertex);
    if (edges_ >= Workers::kTaskEdges) {
      workers_.check();
      edges_ = 0;
    }
    for_each_different(graph_.out(), vertex, [&](Slot neighbour) {
      if (!graph_.is_own(neighbour)) {
        std::atomic_ref(lost_[neighbour]).fetch_add(1, std::memory_order_relaxed);
        set_bit_shared(changed_, neighbour);
      } else if (lower(neighbour, 1)) {
        below_[neighbour] = top_;
        top_ = neighbour;
      }
    });
  }
  // Lowers a degree, but not below the level. Returns true if this call brought it there.
  bool lower(Slot vertex, std::uint32_t by) {
    if (workers_.size() == 1) {
      std::uint32_t& degree = degree_[vertex];
      if (degree <= level_) return false;
      degree = degree - level_ <= by ? level_ : degree - by;
      return degree == level_;
    }
    std::atomic_ref<std::uint32_t> degree(degree_[vertex]);
    std::uint32_t old = degree.load(std::memory_order_relaxed);
    while (old > level_) {
      const std::uint32_t lowered = old - level_ <= by ? level_ : old - by;
      if (degree.compare_exchange_weak(old, lowered, std::memory_order_relaxed)) return lowered == level_;
    }
    return false;
  }
  // Collective. Brings what ghosts have lost to their owners; returns true if it queued vertices here.
  bool exchange() {
    bool found = false;
    mirrors_->collect<std::uint32_t>(lost_, changed_, [&](Slot own, std::uint32_t lost, int) {
      if (!lower(own, lost)) return;
      peeled_.push(own);
      found = true;
    });
    const Range words = workers_.my_part(changed_.size());
    for_each_bit(changed_, words.begin, words.end, [&](std::size_t slot) { lost_[slot] = 0; });
    std::fill_n(changed_.begin() + static_cast<std::ptrdiff_t>(words.begin), words.size(), 0);
    workers_.barrier();
    return found;
  }

  void free() {
    workers_.free_shared(below_);
    workers_.free_shared(remaining_);
    peeled_.free();
    if (mirrors_) mirrors_->free();
    workers_.free_shared(lost_);
    workers_.free_shared(changed_);
  }

  Workers& workers_;
  const Graph& graph_;
  std::unique_ptr<Mirrors> mirrors_;
  const std::span<std::uint32_t> degree_;  // by own slot, among those not peeled; then the core number
  const std::span<Slot> below_;            // by own slot on a stack: the one below it
  const std::span<Slot> remaining_;        // each image has those of its part, at its beginning
  detail::VertexQueue peeled_;             // which begin a round of a level
  std::span<std::uint32_t> lost_;          // by ghost: neighbours that were peeled in this round
  BitWords changed_;                       // by slot: ghosts that lost some
  Slot top_ = kNoSlot;                     // of this image's stack
  std::uint32_t level_ = 0;
  std::size_t first_remaining_ = 0, remaining_here_ = 0;
  std::size_t edges_ = 0;  // since the last check
};

}  // namespace

CoreResult core_numbers(Workers& workers, const Graph& graph) {
  QUADRILLE_ASSERT(graph.is_undirected() && graph.out().exist(), "core numbers need an undirected graph");
  return Peeling(workers, graph).run();
}

std::uint64_t estimate_core_bytes(const GraphSize& size) {
  return size.vertices * 16 + (size.groups > 1 ? size.vertices * 8 : 0);
}

}  // namespace quadrille::analytics
