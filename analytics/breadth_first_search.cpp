#include "analytics/breadth_first_search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory_resource>
#include <vector>

#include "analytics/detail/long_rows.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

constexpr std::uint64_t kAlpha = 15, kBeta = 18;  // of the paper
constexpr std::size_t kLeastWords = 64;           // of bitmaps, in a task
constexpr std::size_t kVerticesAhead = 16;        // vertices whose lists are fetched ahead
// A frontier of so few out-edges is for one image: all images would mostly read bitmaps and wait for each other.
constexpr std::uint64_t kEdgesAlone = 8192, kMostEdgesAlone = 4 * kEdgesAlone;

class BreadthFirst {
 public:
  BreadthFirst(Workers& workers, const Graph& graph)
      : workers_(workers),
        graph_(graph),
        mirrors_(workers, graph, sizeof(Slot)),
        long_out_(workers, graph.out()),
        long_in_(workers, graph.in()),
        depth_(workers.make_filled<std::int32_t>(graph.own(), -1)),
        parent_(workers.make_filled<Slot>(graph.slots(), kNoSlot)),
        visited_(workers.make_filled<std::uint64_t>(words_for_bits(graph.slots()), 0)),
        frontier_(workers.make_filled<std::uint64_t>(visited_.size(), 0)),
        next_(workers.make_filled<std::uint64_t>(visited_.size(), 0)) {}

  SearchResult run(const SearchOptions& options) {
    add_starts(options.starts);
    Progress at{.frontier = settle(0), .unexplored = graph_.edges() * (graph_.is_undirected() ? 2 : 1)};
    RoundMeter meter(workers_);
    bool pulls = false;
    while (at.frontier.vertices > 0 && at.level != options.most_depth && !has_reached(options.until)) {
      const std::uint64_t size = at.frontier.vertices;
      if (workers_.is_one_group() && at.frontier.edges <= kEdgesAlone) {
        at = search_alone(at, options, meter);
        pulls = false;
        continue;
      }
      at.begin_level();
      pulls = pulls ? at.frontier.vertices >= graph_.vertices() / kBeta : at.frontier.edges > at.unexplored / kAlpha;
      pulls ? pull() : push();
      at.frontier = settle(++at.level);
      meter.end_round(pulls ? "pull" : "push", size);
    }
    free();
    SearchResult result;
    result.reached = at.reached + at.frontier.vertices;
    result.rounds = at.level;
    result.depth = depth_;
    result.parent = parent_.first(graph_.own());
    return result;
  }

 private:
  // The new vertices of a round and their out-edges, in all groups.
  struct Frontier {
    std::uint64_t vertices = 0, edges = 0;
    Frontier& operator+=(const Frontier& other) {
      vertices += other.vertices;
      edges += other.edges;
      return *this;
    }
  };
  struct Progress {
    std::int32_t level = 0;  // the depth of the frontier
    Frontier frontier;
    std::uint64_t reached = 0;     // before the frontier
    std::uint64_t unexplored = 0;  // edges
    void begin_level() {
      reached += frontier.vertices;
      unexplored -= std::min(unexplored, frontier.edges);
    }
  };

  void add_starts(std::span<const Huri> starts) {
    if (workers_.is_first()) {
      for (const Huri start : starts) {
        const Slot slot = graph_.find(start);
        if (slot != kNoSlot && graph_.is_own(slot)) set_bit(next_, slot);
      }
    }
    workers_.barrier();
  }

  // Local. In this group.
  bool has_reached_here(std::span<const Huri> vertices) const {
    return std::all_of(vertices.begin(), vertices.end(), [&](Huri vertex) {
      const Slot slot = graph_.find(vertex);
      return slot == kNoSlot || !graph_.is_own(slot) || depth_[slot] >= 0;
    });
  }
  // Collective. False if there are none.
  bool has_reached(std::span<const Huri> vertices) {
    return !vertices.empty() && workers_.team().all(has_reached_here(vertices));
  }

  // Collective; one group. The first image goes on, with lists for bitmaps, as long as frontiers are small.
  Progress search_alone(Progress at, const SearchOptions& options, RoundMeter& meter) {
    if (workers_.is_first()) {
      std::pmr::vector<Slot> frontier(&workers_.arena().own()), next(&workers_.arena().own());
      for (std::size_t word = 0; word < frontier_.size(); ++word) {
        for (std::uint64_t rest = frontier_[word]; rest != 0; rest &= rest - 1) {
          frontier.push_back(static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
        }
        frontier_[word] = 0;
      }
      std::uint64_t edges = 0;
      do {
        at.begin_level();
        const std::uint64_t size = at.frontier.vertices;
        edges += at.frontier.edges;
        if (edges >= Workers::kTaskEdges) {
          workers_.check();
          edges = 0;
        }
        at.frontier = step_alone(++at.level, frontier, next);
        std::swap(frontier, next);
        meter.end_round("alone", size);
      } while (at.frontier.vertices > 0 && at.level != options.most_depth && at.frontier.edges <= kMostEdgesAlone &&
               (options.until.empty() || !has_reached_here(options.until)));
      for (const Slot vertex : frontier) set_bit(frontier_, vertex);
    }
    return workers_.gather(at)[0];
  }
  // Local. `next` receives the vertices of a depth.
  Frontier step_alone(std::int32_t depth, std::span<const Slot> frontier, std::pmr::vector<Slot>& next) {
    next.clear();
    const std::uint64_t* const offsets = graph_.out().offsets().data();
    const Slot* const targets = graph_.out().targets().data();
    for (std::size_t place = 0; place < frontier.size(); ++place) {
      if (place + kVerticesAhead < frontier.size())
        __builtin_prefetch(targets + offsets[frontier[place + kVerticesAhead]]);
      const Slot from = frontier[place];
      for (const Slot to : graph_.out().of(from)) {
        if (!test_bit(visited_, to)) {
          set_bit(visited_, to);
          depth_[to] = depth;
          parent_[to] = from;
          next.push_back(to);
        } else if (depth_[to] == depth) {
          parent_[to] = std::min(parent_[to], from);
        }
      }
    }
    Frontier found{next.size(), 0};
    for (std::size_t place = 0; place < next.size(); ++place) {
      if (place + kVerticesAhead < next.size()) __builtin_prefetch(offsets + next[place + kVerticesAhead]);
      found.edges += offsets[next[place] + 1] - offsets[next[place]];
    }
    return found;
  }

  // The bits of own slots in a word.
  std::uint64_t own_bits(std::size_t word) const {
    const std::size_t first = word * 64;
    if (first + 64 <= graph_.own()) return ~std::uint64_t{0};
    return first >= graph_.own() ? 0 : (std::uint64_t{1} << (graph_.own() - first)) - 1;
  }

  void push() {
    if (workers_.size() == 1) {
      push_frontier<false>();
    } else {
      push_frontier<true>();
      long_out_.for_each_chunk([&](const LongRows::Chunk& chunk) {
        if (!test_bit(frontier_, chunk.row)) return;
        push_to<true>(chunk.row, graph_.out().of(chunk.row).subspan(chunk.begin, chunk.end - chunk.begin));
      });
    }
    if (workers_.is_one_group()) return;
    // Candidates of ghosts travel as the place that their least parent has among the vertices mirrored there.
    mirrors_.collect_computed<std::uint32_t>(
        [&](Slot ghost) { return graph_.mirrored_by(graph_.owner_of(ghost)).place_of(parent_[ghost]); }, next_,
        [&](Slot own, std::uint32_t place, int group) {
          if (test_bit(visited_, own)) return;
          set_bit_shared(next_, own);
          lower_parent(own, static_cast<Slot>(graph_.ghosts_of(group).begin + place));
        });
  }

  template <bool kShared>
  void push_frontier() {
    const std::size_t words = words_for_bits(graph_.own());
    const std::size_t grain = std::max(kLeastWords, words / (16 * static_cast<std::size_t>(workers_.size())));
    workers_.for_each_task(words, grain, [&](std::size_t begin, std::size_t end) {
      std::size_t edges = 0;
      for (std::size_t word = begin; word < end; ++word) {
        for (std::uint64_t rest = frontier_[word] & own_bits(word); rest != 0; rest &= rest - 1) {
          const auto from = static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
          edges += push_list<kShared>(from);
        }
        if (edges >= Workers::kTaskEdges) {
          workers_.check();
          edges = 0;
        }
      }
    });
  }
  // Several images push the long lists afterwards, together.
  template <bool kShared>
  std::size_t push_list(Slot from) {
    const std::span<const Slot> list = graph_.out().of(from);
    if (list.size() <= Workers::kTaskEdges) {
      push_to<kShared>(from, list);
      return list.size();
    }
    if (kShared) return 0;
    for (std::size_t begin = 0; begin < list.size(); begin += Workers::kTaskEdges) {
      push_to<kShared>(from, list.subspan(begin, std::min(Workers::kTaskEdges, list.size() - begin)));
      workers_.check();
    }
    return 0;
  }
  template <bool kShared>
  void push_to(Slot from, std::span<const Slot> list) {
    for (const Slot to : list) {
      if (test_bit(visited_, to)) continue;
      if constexpr (kShared) {
        set_bit_shared(next_, to);
        lower_shared(parent_[to], from);
      } else if (!test_bit(next_, to)) {
        // One image visits the frontier in order: the first parent is the least.
        set_bit(next_, to);
        parent_[to] = from;
      }
    }
  }
  // Own parents are in order already; those of other groups are not.
  void lower_parent(Slot vertex, Slot candidate) {
    std::atomic_ref<Slot> parent(parent_[vertex]);
    Slot old = parent.load(std::memory_order_relaxed);
    while (old == kNoSlot || graph_.precedes(candidate, old)) {
      if (parent.compare_exchange_weak(old, candidate, std::memory_order_relaxed)) return;
    }
  }

  // Lists ascend by HURI, so the first neighbour that is in the frontier is the least.
  void pull() {
    workers_.for_each_task(words_for_bits(graph_.own()), kLeastWords, [&](std::size_t begin, std::size_t end) {
      for (std::size_t word = begin; word < end; ++word) {
        std::uint64_t found = 0;
        for (std::uint64_t rest = ~visited_[word] & own_bits(word); rest != 0; rest &= rest - 1) {
          const auto vertex = static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
          if (long_in_.has(vertex)) continue;
          for (const Slot neighbour : graph_.in().of(vertex)) {
            if (!test_bit(frontier_, neighbour)) continue;
            parent_[vertex] = neighbour;
            found |= rest & -rest;
            break;
          }
        }
        next_[word] = found;
      }
    });
    long_in_.find_first([&](Slot row) { return !test_bit(visited_, row); },
                        [&](Slot row, std::size_t place) { return test_bit(frontier_, graph_.in().of(row)[place]); },
                        [&](Slot row, std::size_t place) {
                          parent_[row] = graph_.in().of(row)[place];
                          set_bit(next_, row);
                        });
  }

  // Collective. The vertices of next_ get their depth and become the frontier, in all groups.
  Frontier settle(std::int32_t depth) {
    Frontier mine;
    const Range words = workers_.my_part(words_for_bits(graph_.own()));
    for (std::size_t word = words.begin; word < words.end; ++word) {
      const std::uint64_t found = next_[word] & own_bits(word);
      if (word * 64 + 64 > graph_.own()) next_[word] = found;  // without ghosts
      for (std::uint64_t rest = found; rest != 0; rest &= rest - 1) {
        const auto vertex = static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
        depth_[vertex] = depth;
        ++mine.vertices;
        mine.edges += graph_.out().degree(vertex);
      }
    }
    workers_.barrier();
    mirrors_.update_bits(next_, true);
    std::swap(frontier_, next_);
    const Range all = workers_.my_part(visited_.size());
    for (std::size_t word = all.begin; word < all.end; ++word) {
      visited_[word] |= frontier_[word];
      next_[word] = 0;
    }
    return workers_.team().sum(mine);
  }

  void free() {
    mirrors_.free();
    workers_.free_shared(visited_);
    workers_.free_shared(frontier_);
    workers_.free_shared(next_);
    long_out_.free();
    long_in_.free();
  }

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  LongRows long_out_, long_in_;
  const std::span<std::int32_t> depth_;  // by own slot
  const std::span<Slot> parent_;         // by slot; those of ghosts are candidates
  // Bits by slot. next_ is the result of a round, and all zero at its start.
  const BitWords visited_;
  BitWords frontier_, next_;
};

}  // namespace

SearchResult breadth_first_search(Workers& workers, const Graph& graph, const SearchOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "breadth-first search needs both lists");
  return BreadthFirst(workers, graph).run(options);
}

std::uint64_t estimate_search_bytes(const GraphSize& size) {
  return size.vertices * 8 + size.vertices * 3 / 8;
}

}  // namespace quadrille::analytics
