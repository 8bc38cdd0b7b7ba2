#include "analytics/label_propagation.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "analytics/detail/label_counter.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

// Label: the slot of a vertex, whose order is that of HURIs with one group, or its HURI.
template <class Label>
class LabelPropagation {
 public:
  LabelPropagation(Workers& workers, const Graph& graph)
      : workers_(workers),
        graph_(graph),
        mirrors_(workers, graph, sizeof(Label)),
        label_(workers.make_shared<Label>(graph.slots())),
        next_(workers.make_shared<Label>(graph.own())),
        counter_(workers.arena().own()) {
    if (!workers.is_one_group()) changed_ = workers.make_shared<std::uint64_t>(words_for_bits(graph.own()));
    const Range mine = workers.my_part(graph.slots());
    for (std::size_t slot = mine.begin; slot < mine.end; ++slot) label_[slot] = first_label(static_cast<Slot>(slot));
    workers.barrier();
  }

  LabelResult run(int steps) {
    LabelResult result;
    RoundMeter meter(workers_);
    while (result.steps < steps && !result.converged) {
      choose();
      const std::uint64_t changed = take_next();
      result.converged = changed == 0;
      ++result.steps;
      meter.end_round("pull", changed);
    }
    workers_.free_shared(next_);
    workers_.free_shared(changed_);
    mirrors_.free();
    result.label = names();
    return result;
  }

 private:
  Label first_label(Slot slot) const {
    if constexpr (std::is_same_v<Label, Slot>) {
      return slot;
    } else {
      return graph_.huri(slot);
    }
  }

  void choose() {
    for_each_row_range(workers_, graph_.out(), [&](Range rows) {
      std::size_t edges = 0;
      for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const auto vertex = static_cast<Slot>(row);
        const std::span<const Slot> out = graph_.out().of(vertex);
        const std::span<const Slot> in = graph_.is_undirected() ? std::span<const Slot>() : graph_.in().of(vertex);
        next_[row] = out.empty() && in.empty() ? label_[row] : most_frequent(out, in);
        edges += in.size();
        if (edges < Workers::kTaskEdges) continue;
        workers_.check();
        edges = 0;
      }
    });
  }
  Label most_frequent(std::span<const Slot> out, std::span<const Slot> in) {
    if (out.size() + in.size() == 1) return label_[out.empty() ? in.front() : out.front()];
    counter_.begin(out.size() + in.size());
    for (const Slot neighbour : out) counter_.add(label_[neighbour]);
    for (const Slot neighbour : in) counter_.add(label_[neighbour]);
    return counter_.most_frequent();
  }

  // Collective. Returns how many labels have changed in all groups.
  std::uint64_t take_next() {
    std::uint64_t count = 0;
    const Range mine = workers_.my_part(graph_.own(), 64);
    for (std::size_t begin = mine.begin; begin < mine.end; begin += 64) {
      std::uint64_t bits = 0;
      for (std::size_t row = begin; row < std::min(begin + 64, mine.end); ++row) {
        bits |= std::uint64_t{next_[row] != label_[row]} << (row - begin);
        label_[row] = next_[row];
      }
      count += static_cast<std::uint64_t>(std::popcount(bits));
      if (!changed_.empty()) changed_[begin / 64] = bits;
    }
    workers_.barrier();
    mirrors_.update(label_, changed_);
    return workers_.team().sum(count);
  }

  std::span<const Huri> names() {
    if constexpr (std::is_same_v<Label, Huri>) {
      return label_.first(graph_.own());
    } else {
      const std::span<Huri> names = workers_.make_shared<Huri>(graph_.own());
      const Range mine = workers_.my_part(graph_.own());
      for (std::size_t row = mine.begin; row < mine.end; ++row) names[row] = graph_.huri(label_[row]);
      workers_.free_shared(label_);
      return names;
    }
  }

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  const std::span<Label> label_;  // by slot
  const std::span<Label> next_;   // by own slot
  BitWords changed_;              // several groups: by own slot
  detail::LabelCounter<Label> counter_;
};

}  // namespace

LabelResult label_propagation(Workers& workers, const Graph& graph, const LabelOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "label propagation needs both lists");
  return workers.is_one_group() ? LabelPropagation<Slot>(workers, graph).run(options.steps)
                                : LabelPropagation<Huri>(workers, graph).run(options.steps);
}

std::uint64_t estimate_label_bytes(const GraphSize& size) {
  // Labels of slots, then their names; or labels that are HURIs, with those of ghosts.
  return size.groups == 1 ? size.vertices * (4 + 8) : size.vertices * (8 + 8 + 16);
}

}  // namespace quadrille::analytics
