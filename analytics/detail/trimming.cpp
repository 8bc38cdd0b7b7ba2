#include "analytics/detail/trimming.hpp"

#include <algorithm>
#include <atomic>

namespace quadrille::analytics::detail {
namespace {

constexpr std::size_t kShortList = 16;  // searched from its beginning

}  // namespace

Trimming::Trimming(Workers& workers, const Graph& graph, Mirrors& mirrors, OpenVertices& open)
    : workers_(workers),
      graph_(graph),
      open_(open),
      left_(workers.make_shared<std::uint64_t>(graph.own())),
      stacks_(workers, graph.own()),
      losses_(workers, graph, mirrors) {}

void Trimming::run() {
  const Range mine = workers_.my_part(graph_.own());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    const auto vertex = static_cast<Slot>(row);
    left_[row] = graph_.in().degree(vertex) * kIn + graph_.out().degree(vertex) * kOut;
  }
  workers_.barrier();
  workers_.for_each_task(graph_.own(), Workers::kTaskVertices, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto vertex = static_cast<Slot>(row);
      if (is_single(vertex, load_relaxed(left_[row]))) close(vertex);
    }
  });
  follow();
  if (workers_.is_one_group()) return;
  while (losses_.exchange([&](Slot own, std::uint64_t lost) { lower(own, lost); })) follow();
  open_.share();
}

// Lists ascend by HURI.
bool Trimming::has_loop(Slot vertex) const {
  const std::span<const Slot> list = graph_.out().of(vertex);
  if (list.size() <= kShortList) return std::find(list.begin(), list.end(), vertex) != list.end();
  const auto place = std::lower_bound(list.begin(), list.end(), vertex,
                                      [&](Slot left, Slot right) { return graph_.precedes(left, right); });
  return place != list.end() && *place == vertex;
}

bool Trimming::is_single(Slot vertex, std::uint64_t left) const {
  const auto in = static_cast<std::uint32_t>(left >> 32), out = static_cast<std::uint32_t>(left);
  return in == 0 || out == 0 || ((in == 1 || out == 1) && has_loop(vertex));
}

void Trimming::close(Slot vertex) {
  if (open_.close(vertex, graph_.huri(vertex))) stacks_.push(vertex);
}

void Trimming::follow() {
  stacks_.finish([&](Slot vertex) {
    edges_ += graph_.out().degree(vertex) + graph_.in().degree(vertex);
    if (edges_ >= Workers::kTaskEdges) {
      workers_.check();
      edges_ = 0;
    }
    for (const Slot target : graph_.out().of(vertex)) lower(target, kIn);
    for (const Slot source : graph_.in().of(vertex)) lower(source, kOut);
  });
}

void Trimming::lower(Slot vertex, std::uint64_t by) {
  if (!graph_.is_own(vertex)) {
    losses_.add(vertex, by);
    return;
  }
  if (!open_.has(vertex)) return;
  const std::uint64_t left = std::atomic_ref(left_[vertex]).fetch_sub(by, std::memory_order_relaxed) - by;
  if (is_single(vertex, left)) close(vertex);
}

void Trimming::free() {
  workers_.free_shared(left_);
  stacks_.free();
  losses_.free();
}

}  // namespace quadrille::analytics::detail
