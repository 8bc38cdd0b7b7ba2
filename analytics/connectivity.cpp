#include "analytics/connectivity.hpp"

#include "analytics/detail/push_search.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

// The result of a round on one image; then on all of them.
struct Found {
  std::uint64_t vertices = 0, edges = 0, met = 0;
  Found& operator+=(const Found& other) {
    vertices += other.vertices;
    edges += other.edges;
    met += other.met;
    return *this;
  }
};

class TwoSidedSearch {
 public:
  TwoSidedSearch(Workers& workers, const Graph& graph)
      : workers_(workers),
        graph_(graph),
        mirrors_(workers, graph, 0),
        forward_(workers, graph, graph.out(), mirrors_),
        backward_(workers, graph, graph.in(), mirrors_) {}

  ConnectivityResult run(const ConnectivityOptions& options) {
    ConnectivityResult result;
    Found from_starts = begin(forward_, backward_, graph_.out(), options.starts);
    Found from_ends = begin(backward_, forward_, graph_.in(), options.ends);
    bool met = from_ends.met > 0;
    RoundMeter meter(workers_);
    while (!met && from_starts.vertices > 0 && from_ends.vertices > 0) {
      const bool goes_forward = from_starts.edges <= from_ends.edges;
      Found& front = goes_forward ? from_starts : from_ends;
      const std::uint64_t size = front.vertices;
      front = goes_forward ? step(forward_, backward_, graph_.out()) : step(backward_, forward_, graph_.in());
      met = front.met > 0;
      ++result.rounds;
      meter.end_round(goes_forward ? "forward" : "backward", size);
    }
    if (met) result.hops = result.rounds;
    forward_.free();
    backward_.free();
    mirrors_.free();
    return result;
  }

 private:
  static void count(Found& found, Slot vertex, const detail::PushSearch& other, const Lists& lists) {
    ++found.vertices;
    found.edges += lists.degree(vertex);
    found.met += other.is_marked(vertex);
  }
  // Collective. Marks the own vertices of a set.
  Found begin(detail::PushSearch& search, const detail::PushSearch& other, const Lists& lists,
              std::span<const Huri> set) {
    Found found;
    if (workers_.is_first()) {
      for (const Huri vertex : set) {
        const Slot slot = graph_.find(vertex);
        if (slot != kNoSlot && graph_.is_own(slot) && search.mark(slot)) count(found, slot, other, lists);
      }
    }
    return workers_.team().sum(found);
  }
  // Collective. A level of one side.
  Found step(detail::PushSearch& search, const detail::PushSearch& other, const Lists& lists) {
    Found found;
    const auto add = [&](Slot vertex) { count(found, vertex, other, lists); };
    search.step([](Slot, Slot) { return true; }, add);
    search.exchange(add);
    return workers_.team().sum(found);
  }

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  detail::PushSearch forward_, backward_;
};

}  // namespace

ConnectivityResult connectivity(Workers& workers, const Graph& graph, const ConnectivityOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "connectivity needs both lists");
  return TwoSidedSearch(workers, graph).run(options);
}

std::uint64_t estimate_connectivity_bytes(const GraphSize& size) {
  // Two queues and two sets of bits.
  return size.vertices * 8 + size.vertices / 4;
}

}  // namespace quadrille::analytics
