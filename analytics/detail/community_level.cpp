#include "analytics/detail/community_level.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "analytics/detail/group_broadcast.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr int kTotalBits = 61;  // of the sum of all weights

// Collective. HURIs of all vertices of all groups, ascending.
std::span<Huri> gather_huris(Workers& workers, const Graph& graph) {
  const std::span<Huri> all = workers.make_shared<Huri>(graph.vertices());
  const std::span<std::uint64_t> taken = workers.make_filled(1, std::uint64_t{0});
  const Range own = workers.my_part(graph.own());
  const auto take = [&](std::span<const Huri> huris) {
    const std::uint64_t begin = std::atomic_ref(taken[0]).fetch_add(huris.size(), std::memory_order_relaxed);
    copy_bytes(all.data() + begin, huris.data(), huris.size_bytes());
  };
  const std::span<Huri> mine = workers.arena().make_span<Huri>(own.size());
  copy_bytes(mine.data(), graph.huris().data() + own.begin, mine.size_bytes());
  take(mine);
  broadcast_to_groups<Huri>(workers, mine, take);
  workers.arena().free_span(mine);
  if (workers.is_first()) std::sort(all.begin(), all.end());
  workers.free_shared(taken);
  return all;
}

// The numbers of slots. Own slots ascend, and so do the ghosts of a group.
std::span<std::uint32_t> number_slots(Workers& workers, const Graph& graph, std::span<const Huri> huris) {
  const std::span<std::uint32_t> numbers = workers.make_shared<std::uint32_t>(graph.slots());
  const Range mine = workers.my_part(graph.slots());
  auto place = huris.end();
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    const Huri huri = graph.huri(static_cast<Slot>(slot));
    if (place == huris.end() || *place > huri) place = std::lower_bound(huris.begin(), huris.end(), huri);
    while (*place < huri) ++place;
    numbers[slot] = static_cast<std::uint32_t>(place - huris.begin());
  }
  workers.barrier();
  return numbers;
}

// Collective. The exponent with which the sum of all weights has at most kTotalBits.
int scale_of_weights(Workers& workers, const Lists& lists) {
  double most = 0;
  const Range mine = workers.my_part(lists.weights().size());
  for (std::size_t edge = mine.begin; edge < mine.end; ++edge) most = std::max(most, lists.weights()[edge]);
  most = workers.team().max(most);
  const auto edges = static_cast<double>(workers.team().sum<std::uint64_t>(workers.is_first() ? lists.edges() : 0));
  if (most == 0) return 0;
  return kTotalBits - 1 - std::ilogb(most) - 1 - std::ilogb(edges) - 1;
}

std::span<std::uint64_t> scaled_weights(Workers& workers, const Lists& lists, int scale) {
  const std::span<std::uint64_t> scaled = workers.make_shared<std::uint64_t>(lists.edges());
  workers.for_each_task(lists.edges(), Workers::kTaskEdges, [&](std::size_t begin, std::size_t end) {
    for (std::size_t edge = begin; edge < end; ++edge) {
      scaled[edge] = static_cast<std::uint64_t>(std::llround(std::ldexp(lists.weights()[edge], scale)));
    }
  });
  return scaled;
}

}  // namespace

FirstLevel make_first_level(const CommunityCrew& crew, const Graph& graph) {
  Workers& workers = crew.workers();
  if (graph.vertices() >= std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::unsupported, "communities of {} vertices; there may be at most {}", graph.vertices(),
         std::numeric_limits<std::uint32_t>::max() - 1);
  }
  const Lists& lists = graph.out();
  FirstLevel first;
  CommunityLevel& level = first.level;
  level.vertices = static_cast<std::uint32_t>(graph.vertices());
  level.offsets = lists.offsets();
  level.targets = lists.targets();
  level.single_loops = true;
  if (workers.team().any(lists.has_weights())) {  // a group may have no edges
    first.scale = scale_of_weights(workers, lists);
    level.weights = scaled_weights(workers, lists, first.scale);
  }
  first.huris = graph.huris();
  if (workers.is_one_group()) return first;
  const std::span<Huri> huris = gather_huris(workers, graph);
  workers.barrier();
  first.huris = huris;
  first.has_own_huris = true;
  std::span<std::uint32_t> numbers = number_slots(workers, graph, huris);
  const std::span<std::uint32_t> targets = workers.make_shared<std::uint32_t>(lists.edges());
  workers.for_each_task(lists.edges(), Workers::kTaskEdges, [&](std::size_t begin, std::size_t end) {
    for (std::size_t edge = begin; edge < end; ++edge) targets[edge] = numbers[lists.targets()[edge]];
  });
  level.numbers = workers.make_shared<std::uint32_t>(graph.own());
  crew.copy<std::uint32_t>(numbers.first(graph.own()), level.numbers);
  workers.free_shared(numbers);
  level.targets = targets;
  return first;
}

void free_level(const CommunityCrew& crew, CommunityLevel& level) {
  const auto free = [&](auto span) {
    using T = std::remove_const_t<typename decltype(span)::element_type>;
    std::span<T> array(const_cast<T*>(span.data()), span.size());
    crew.free(array);
  };
  if (level.is_own) free(level.offsets);
  if (level.is_own || !level.numbers.empty()) free(level.targets);
  free(level.weights);
  free(level.numbers);
  level = {};
}

}  // namespace quadrille::analytics::detail
