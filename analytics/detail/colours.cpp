#include "analytics/detail/colours.hpp"

#include <algorithm>
#include <utility>

#include "analytics/detail/push_search.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr int kMostColourRounds = 64;
constexpr std::size_t kColourWords = 64;  // of bits, in a task

class Colours {
 public:
  Colours(Workers& workers, const Graph& graph, Mirrors& mirrors, const OpenVertices& open)
      : workers_(workers),
        graph_(graph),
        mirrors_(mirrors),
        open_(open),
        colour_(workers.make_shared<Huri>(graph.slots())),
        active_(workers.make_shared<std::uint64_t>(words_for_bits(graph.slots()))),
        next_(workers.make_filled<std::uint64_t>(active_.size(), 0)) {
    const Range slots = workers.my_part(graph.slots());
    std::copy_n(graph.huris().begin() + static_cast<std::ptrdiff_t>(slots.begin), slots.size(),
                colour_.begin() + static_cast<std::ptrdiff_t>(slots.begin));
    const Range words = workers.my_part(active_.size());
    std::copy_n(open.bits().begin() + static_cast<std::ptrdiff_t>(words.begin), words.size(),
                active_.begin() + static_cast<std::ptrdiff_t>(words.begin));
    workers.barrier();
  }

  // Collective. Returns false after too many rounds.
  bool spread(int most_rounds) {
    for (int round = 0; round != most_rounds; ++round) {
      push();
      mirrors_.collect<Huri>(colour_, next_, [&](Slot own, Huri colour, int) { lower(own, colour); });
      if (!workers_.team().any(take_next())) {
        mirrors_.update_all(colour_);
        return true;
      }
    }
    return false;
  }
  Huri of(Slot slot) const { return colour_[slot]; }
  // Collective in the group.
  void free() {
    workers_.free_shared(colour_);
    workers_.free_shared(active_);
    workers_.free_shared(next_);
  }

 private:
  void lower(Slot slot, Huri colour) {
    if (lower_shared(colour_[slot], colour)) set_bit_shared(next_, slot);
  }
  void push() {
    workers_.for_each_task(words_for_bits(graph_.own()), kColourWords, [&](std::size_t begin, std::size_t end) {
      std::size_t edges = 0;
      for_each_bit(active_, begin, end, [&](std::size_t slot) {
        if (slot >= graph_.own()) return;
        const auto vertex = static_cast<Slot>(slot);
        for (const Slot target : graph_.out().of(vertex)) {
          if (open_.has(target)) lower(target, load_relaxed(colour_[vertex]));
        }
        edges += graph_.out().degree(vertex);
        if (edges < Workers::kTaskEdges) return;
        workers_.check();
        edges = 0;
      });
    });
  }
  // Collective in the group. Returns true if own vertices of this image's part are active.
  bool take_next() {
    std::swap(active_, next_);
    const Range words = workers_.my_part(active_.size());
    std::fill_n(next_.begin() + static_cast<std::ptrdiff_t>(words.begin), words.size(), 0);
    bool is_active = false;
    for (std::size_t word = words.begin; word < words.end && word * 64 < graph_.own(); ++word) {
      const std::size_t own = std::min<std::size_t>(64, graph_.own() - word * 64);
      is_active = is_active || (active_[word] << (64 - own)) != 0;
    }
    workers_.barrier();
    return is_active;
  }

  Workers& workers_;
  const Graph& graph_;
  Mirrors& mirrors_;
  const OpenVertices& open_;
  const std::span<Huri> colour_;  // by slot
  BitWords active_, next_;        // by slot: whose colour has changed
};

}  // namespace

bool close_colours(Workers& workers, const Graph& graph, Mirrors& mirrors, OpenVertices& open, bool patient) {
  Colours colours(workers, graph, mirrors, open);
  const bool is_done = colours.spread(patient ? -1 : kMostColourRounds);
  if (is_done) {
    PushSearch search(workers, graph, graph.in(), mirrors);
    open.for_each_here([&](Slot vertex) {
      if (colours.of(vertex) == graph.huri(vertex)) search.mark(vertex);
    });
    search.finish([&](Slot from, Slot to) { return open.has(to) && colours.of(to) == colours.of(from); });
    open.for_each_here([&](Slot vertex) {
      if (search.is_marked(vertex)) open.close(vertex, colours.of(vertex));
    });
    open.share();
    search.free();
  }
  colours.free();
  return is_done;
}

}  // namespace quadrille::analytics::detail
