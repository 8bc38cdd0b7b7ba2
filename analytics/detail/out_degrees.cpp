#include "analytics/detail/out_degrees.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "analytics/mirrors.hpp"
#include "analytics/placed_arrays.hpp"

namespace quadrille::analytics::detail {

std::span<const std::uint32_t> count_out_degrees(Workers& workers, const Graph& graph) {
  // Images count apart: entries of hubs would be written by all of them at the same time.
  const std::span<std::uint32_t> mine = workers.arena().make_span<std::uint32_t>(graph.slots());
  std::fill(mine.begin(), mine.end(), 0);
  for_each_row_range(workers, graph.in(), [&](Range rows) {
    const std::uint64_t begin = graph.in().offsets()[rows.begin], end = graph.in().offsets()[rows.end];
    for (const Slot source : graph.in().targets().subspan(begin, end - begin)) ++mine[source];
  });
  const std::vector<std::span<std::uint32_t>> all = workers.gather(mine);
  const std::span<std::uint32_t> degrees = make_placed<std::uint32_t>(workers, pgas::Structure::analytics, graph.own());
  const std::span<std::uint32_t> of_ghosts = workers.make_shared<std::uint32_t>(graph.ghosts() > 0 ? graph.slots() : 0);
  const Range part = workers.my_part(graph.slots());
  for (std::size_t slot = part.begin; slot < part.end; ++slot) {
    std::uint32_t degree = 0;
    for (const std::span<std::uint32_t> counts : all) degree += counts[slot];
    (slot < graph.own() ? degrees : of_ghosts)[slot] = degree;
  }
  workers.barrier();
  workers.arena().free_span(mine);
  if (!workers.is_one_group()) {
    const auto changed = workers.make_filled(words_for_bits(graph.slots()), ~std::uint64_t{0});
    Mirrors mirrors(workers, graph, sizeof(std::uint32_t));
    mirrors.collect(std::span<const std::uint32_t>(of_ghosts), ConstBitWords(changed),
                    [&](Slot own, std::uint32_t degree, int) {
                      std::atomic_ref(degrees[own]).fetch_add(degree, std::memory_order_relaxed);
                    });
    mirrors.free();
    workers.free_shared(changed);
  }
  workers.free_shared(of_ghosts);
  return degrees;
}

}  // namespace quadrille::analytics::detail
