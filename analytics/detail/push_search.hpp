#pragma once

// A PushSearch marks the vertices that lists reach from others, round by round. Between groups a ghost is sent to its
// owner when it is marked here: once in each search.

#include <cstdint>
#include <utility>

#include "analytics/detail/vertex_queue.hpp"
#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class PushSearch {
 public:
  // Collective in the group. Goes along `lists`, which are those of the graph.
  PushSearch(Workers& workers, const Graph& graph, const Lists& lists, Mirrors& mirrors)
      : workers_(workers),
        graph_(graph),
        lists_(lists),
        mirrors_(mirrors),
        marked_(workers.make_filled<std::uint64_t>(words_for_bits(graph.slots()), 0)),
        queue_(workers, graph.own()) {
    if (!workers.is_one_group()) reached_ = workers.make_filled<std::uint64_t>(marked_.size(), 0);
  }

  // Local, with other images at the same time. Returns true if the own vertex was not marked before.
  bool mark(Slot vertex) {
    if (!set_bit_shared(marked_, vertex)) return false;
    queue_.push(vertex);
    return true;
  }
  bool is_marked(Slot vertex) const { return (load_relaxed(marked_[vertex / 64]) >> (vertex % 64) & 1) != 0; }
  // Words by slot. A ghost is marked if this group has reached it.
  ConstBitWords marked() const { return marked_; }

  // Collective in the group. A round: visits the lists of the vertices that were marked since the last one. Marks
  // those that accept(from, to) returns true for, and calls found(vertex) for own ones. Returns the vertices visited.
  template <class Accept, class Found>
  std::size_t step(Accept&& accept, Found&& found) {
    const std::span<const Slot> front = queue_.take();
    workers_.for_each_task(front.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      std::size_t edges = 0;
      for (std::size_t place = begin; place < end; ++place) {
        edges += visit(front[place], accept, found);
        if (edges < Workers::kTaskEdges) continue;
        workers_.check();
        edges = 0;
      }
    });
    return front.size();
  }
  // Collective. Sends the ghosts that were reached to their owners; found(vertex) is called there for new ones.
  template <class Found>
  void exchange(Found&& found) {
    if (workers_.is_one_group()) return;
    mirrors_.collect_computed<Nothing>([](Slot) { return Nothing(); }, reached_,
                                       [&](Slot own, Nothing, int) {
                                         if (mark(own)) found(own);
                                       });
    workers_.fill(reached_, std::uint64_t{0});
  }
  // Collective. Rounds until all is marked. A group first goes as far as it can alone.
  template <class Accept>
  void finish(Accept&& accept) {
    for (bool goes_on = true; goes_on;) {
      while (step(accept, [](Slot) {}) > 0) continue;
      bool found = false;
      exchange([&](Slot) { found = true; });
      goes_on = !workers_.is_one_group() && workers_.team().any(found);
    }
  }
  // Collective in the group.
  void free() {
    queue_.free();
    workers_.free_shared(marked_);
    workers_.free_shared(reached_);
  }

 private:
  static constexpr std::size_t kGrain = 256;
  struct Nothing {};

  template <class Accept, class Found>
  std::size_t visit(Slot from, Accept& accept, Found& found) {
    const std::span<const Slot> list = lists_.of(from);
    for (const Slot to : list) {
      if (is_marked(to) || !accept(from, to)) continue;
      if (!graph_.is_own(to)) {
        if (set_bit_shared(marked_, to)) set_bit_shared(reached_, to);
      } else if (mark(to)) {
        found(to);
      }
    }
    return list.size();
  }

  Workers& workers_;
  const Graph& graph_;
  const Lists& lists_;
  Mirrors& mirrors_;
  const BitWords marked_;
  BitWords reached_;  // several groups: ghosts to send
  VertexQueue queue_;
};

}  // namespace quadrille::analytics::detail
