#include "analytics/detail/candidate_lists.hpp"

#include <algorithm>
#include <vector>

#include "analytics/detail/far_lists.hpp"
#include "analytics/detail/shared_items.hpp"
#include "analytics/mirrors.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {
namespace {

// A candidate without a slot.
struct FarVertex {
  Huri huri;
  std::uint32_t degree = 0;
  bool operator<(const FarVertex& other) const { return huri < other.huri; }
  bool operator==(const FarVertex& other) const { return huri == other.huri; }
};

void keep_different(std::vector<FarVertex>& vertices) {
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
}

// Collective. By slot.
std::span<std::uint32_t> count_neighbours(Workers& workers, const Graph& graph) {
  const std::span<std::uint32_t> degrees = workers.make_shared<std::uint32_t>(graph.slots());
  for_each_row_range(workers, graph.out(), [&](Range rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      degrees[row] = other_neighbours(graph.out(), static_cast<Slot>(row));
    }
  });
  if (workers.is_one_group()) return degrees;
  Mirrors mirrors(workers, graph, sizeof(std::uint32_t));
  mirrors.update_all(degrees);
  mirrors.free();
  return degrees;
}

// Makes the lists of a group that has others beside it.
class ListMaker {
 public:
  ListMaker(Workers& workers, const Graph& graph)
      : workers_(workers),
        graph_(graph),
        degree_of_slot_(count_neighbours(workers, graph)),
        received_(workers, graph, degree_of_slot_) {}

  CandidateLists make() {
    number_candidates();
    make_offsets();
    fill_lists();
    received_.finish();
    workers_.free_shared(degree_of_slot_);
    return {huris_, degrees_, numbers_, offsets_, targets_};
  }

 private:
  // Candidates are the vertices of slots, and those that the received lists have beside them.
  void number_candidates() {
    std::vector<FarVertex> far;
    received_.for_each([&](Slot, std::span<const Huri> huris, std::span<const std::uint32_t> degrees) {
      for (std::size_t place = 0; place < huris.size(); ++place) {
        if (graph_.find(huris[place]) == kNoSlot) far.push_back({huris[place], degrees[place]});
      }
      workers_.check();
    });
    keep_different(far);
    SharedItems<FarVertex> shared(workers_);
    const std::span<const FarVertex> joined = shared.join(far);
    far.assign(joined.begin(), joined.end());
    keep_different(far);
    shared.free();
    huris_ = workers_.make_shared<Huri>(graph_.slots() + far.size());
    degrees_ = workers_.make_shared<std::uint32_t>(huris_.size());
    numbers_ = workers_.make_shared<std::uint32_t>(graph_.slots());
    if (workers_.is_first()) {
      copy_bytes(huris_.data(), graph_.huris().data(), graph_.huris().size_bytes());
      for (std::size_t place = 0; place < far.size(); ++place) huris_[graph_.slots() + place] = far[place].huri;
      std::sort(huris_.begin(), huris_.end());
    }
    workers_.barrier();
    const Range mine = workers_.my_part(graph_.slots());
    for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
      numbers_[slot] = search(graph_.huri(static_cast<Slot>(slot)));
      degrees_[numbers_[slot]] = degree_of_slot_[slot];
    }
    if (workers_.is_first()) {
      for (const FarVertex& vertex : far) degrees_[search(vertex.huri)] = vertex.degree;
    }
    workers_.barrier();
  }

  void make_offsets() {
    offsets_ = workers_.make_filled(graph_.slots() + 1, std::uint64_t{0});
    const Range mine = workers_.my_part(graph_.own());
    for (std::size_t row = mine.begin; row < mine.end; ++row) {
      offsets_[row + 1] = graph_.in().degree(static_cast<Slot>(row));
    }
    received_.for_each([&](Slot ghost, std::span<const Huri> huris, std::span<const std::uint32_t>) {
      offsets_[ghost + 1] = huris.size();
    });
    workers_.barrier();
    if (workers_.is_first()) {
      for (std::size_t slot = 0; slot < graph_.slots(); ++slot) offsets_[slot + 1] += offsets_[slot];
    }
    workers_.barrier();
  }

  void fill_lists() {
    targets_ = workers_.make_shared<std::uint32_t>(offsets_[graph_.slots()]);
    for_each_row_range(workers_, graph_.in(), [&](Range rows) {
      for (std::size_t row = rows.begin; row < rows.end; ++row) {
        std::uint32_t* target = targets_.data() + offsets_[row];
        for (const Slot neighbour : graph_.in().of(static_cast<Slot>(row))) *target++ = numbers_[neighbour];
      }
    });
    received_.for_each([&](Slot ghost, std::span<const Huri> huris, std::span<const std::uint32_t>) {
      std::uint32_t* target = targets_.data() + offsets_[ghost];
      for (const Huri huri : huris) *target++ = number_of(huri);
      workers_.check();
    });
    workers_.barrier();
  }

  std::uint32_t search(Huri huri) const {
    return static_cast<std::uint32_t>(std::lower_bound(huris_.begin(), huris_.end(), huri) - huris_.begin());
  }
  std::uint32_t number_of(Huri huri) const {
    const Slot slot = graph_.find(huri);
    return slot == kNoSlot ? search(huri) : numbers_[slot];
  }

  Workers& workers_;
  const Graph& graph_;
  const std::span<std::uint32_t> degree_of_slot_;
  FarLists received_;
  std::span<Huri> huris_;
  std::span<std::uint32_t> degrees_, numbers_, targets_;
  std::span<std::uint64_t> offsets_;
};

template <class T>
void free_const(Workers& workers, std::span<const T> array) {
  workers.free_shared(std::span<T>(const_cast<T*>(array.data()), array.size()));
}

}  // namespace

CandidateLists make_candidate_lists(Workers& workers, const Graph& graph) {
  if (!workers.is_one_group()) return ListMaker(workers, graph).make();
  return {graph.huris(), count_neighbours(workers, graph), {}, graph.in().offsets(), graph.in().targets()};
}

void free_candidate_lists(Workers& workers, const CandidateLists& lists) {
  free_const(workers, lists.degrees);
  if (workers.is_one_group()) return;
  free_const(workers, lists.huris);
  free_const(workers, lists.numbers);
  free_const(workers, lists.offsets);
  free_const(workers, lists.targets);
}

std::uint32_t other_neighbours(const Lists& lists, Slot row) {
  const std::span<const Slot> list = lists.of(row);
  return static_cast<std::uint32_t>(list.size() - static_cast<std::size_t>(std::count(list.begin(), list.end(), row)));
}

}  // namespace quadrille::analytics
