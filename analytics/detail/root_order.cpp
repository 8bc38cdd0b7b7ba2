#include "analytics/detail/root_order.hpp"

#include <algorithm>
#include <memory_resource>
#include <vector>

namespace quadrille::analytics {
namespace {

// Local. (hash, slot) of the own vertices in this image's part of the group's hashes, ascending. An own slot's order is
// that of its HURI.
std::pmr::vector<std::uint64_t> sorted_part(Workers& workers, const Graph& graph) {
  const auto groups = static_cast<std::uint64_t>(workers.num_groups());
  const auto images = static_cast<std::uint64_t>(workers.size());
  std::pmr::vector<std::uint64_t> keys(&workers.arena().own());
  keys.reserve(graph.own() / images + graph.own() / (8 * images) + 64);
  for (std::size_t slot = 0; slot < graph.own(); ++slot) {
    if (slot % Workers::kTaskEdges == 0) workers.check();
    const std::uint64_t hash = owner_hash(graph.huri(static_cast<Slot>(slot)));
    const std::uint64_t in_group = hash * groups & 0xffffffff;
    if (static_cast<int>(in_group * images >> 32) == workers.place()) keys.push_back(hash << 32 | slot);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

RootOrder::RootOrder(Workers& workers, const Graph& graph) : slots_(workers.make_shared<Slot>(graph.own())) {
  const pgas::Team& team = workers.team();
  const std::vector<std::uint64_t> own = workers.team().all_gather<std::uint64_t>(graph.own());
  for (int group = 0; group < workers.group(); ++group)
    first_ += own[static_cast<std::size_t>(team.group_begin(group))];
  const std::pmr::vector<std::uint64_t> keys = sorted_part(workers, graph);
  const std::vector<std::size_t> sizes = workers.gather(keys.size());
  std::size_t place = 0;
  for (int image = 0; image < workers.place(); ++image) place += sizes[static_cast<std::size_t>(image)];
  for (const std::uint64_t key : keys) slots_[place++] = static_cast<Slot>(key);
  workers.barrier();
}

}  // namespace quadrille::analytics
