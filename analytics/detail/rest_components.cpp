#include "analytics/detail/rest_components.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "analytics/detail/serial_components.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics::detail {

namespace {

// Local. One group: the open vertices have numbers in the order of slots.
void close_group(const Workers& workers, const Graph& graph, OpenVertices& open) {
  std::pmr::memory_resource& memory = workers.arena().own();
  std::pmr::vector<std::uint32_t> before(&memory);  // open vertices before each word
  std::pmr::vector<Slot> slots(&memory);
  for (std::size_t word = 0; word < open.bits().size(); ++word) {
    before.push_back(static_cast<std::uint32_t>(slots.size()));
    for_each_bit(open.bits(), word, word + 1, [&](std::size_t slot) { slots.push_back(static_cast<Slot>(slot)); });
  }
  SerialGraph rest(memory);
  rest.offsets.push_back(0);
  for (const Slot vertex : slots) {
    for (const Slot target : graph.out().of(vertex)) {
      const std::uint64_t word = open.bits()[target / 64];
      if ((word >> (target % 64) & 1) == 0) continue;
      const std::uint64_t below = word & ((std::uint64_t{1} << (target % 64)) - 1);
      rest.targets.push_back(before[target / 64] + static_cast<std::uint32_t>(std::popcount(below)));
      if (rest.targets.size() % Workers::kTaskEdges == 0) workers.check();
    }
    rest.offsets.push_back(rest.targets.size());
  }
  const auto least = serial_components(workers, rest);
  for (std::size_t number = 0; number < slots.size(); ++number) {
    open.close(slots[number], graph.huri(slots[least[number]]));
  }
}

struct Arc {
  Huri source, target;
  auto operator<=>(const Arc&) const = default;
};
using Arcs = std::pmr::vector<Arc>;

// Collective. The edges between open vertices of all groups, ascending; a vertex also has one to itself.
Arcs gather_arcs(Workers& workers, const Graph& graph, const OpenVertices& open) {
  std::pmr::memory_resource& memory = workers.arena().own();
  Arcs mine(&memory);
  open.for_each_here([&](Slot vertex) {
    mine.push_back({graph.huri(vertex), graph.huri(vertex)});
    for (const Slot target : graph.out().of(vertex)) {
      if (open.has(target)) mine.push_back({graph.huri(vertex), graph.huri(target)});
    }
  });
  Arcs all(&memory);
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(Arc));
  for (const std::string& theirs : workers.team().all_gather_bytes(bytes)) {
    if (!workers.is_first()) continue;
    const std::size_t size = all.size();
    all.resize(size + theirs.size() / sizeof(Arc));
    copy_bytes(all.data() + size, theirs.data(), theirs.size());
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Local. Several groups: vertices have numbers in the order of HURIs.
void close_all(const Workers& workers, const Graph& graph, OpenVertices& open, const Arcs& arcs) {
  std::pmr::memory_resource& memory = workers.arena().own();
  std::pmr::vector<Huri> vertices(&memory);
  for (const Arc& arc : arcs) {
    if (vertices.empty() || vertices.back() != arc.source) vertices.push_back(arc.source);
  }
  SerialGraph rest(memory);
  for (const Arc& arc : arcs) {
    const auto source = static_cast<std::size_t>(rest.offsets.size());
    if (source == 0 || vertices[source - 1] != arc.source) rest.offsets.push_back(rest.targets.size());
    const auto target = std::lower_bound(vertices.begin(), vertices.end(), arc.target) - vertices.begin();
    rest.targets.push_back(static_cast<std::uint32_t>(target));
    if (rest.targets.size() % Workers::kTaskEdges == 0) workers.check();
  }
  rest.offsets.push_back(rest.targets.size());
  const auto least = serial_components(workers, rest);
  for (std::size_t number = 0; number < vertices.size(); ++number) {
    const Slot slot = graph.find(vertices[number]);
    if (slot != kNoSlot && graph.is_own(slot)) open.close(slot, vertices[least[number]]);
  }
}

}  // namespace

void close_rest(Workers& workers, const Graph& graph, OpenVertices& open) {
  if (workers.is_one_group()) {
    if (workers.is_first()) close_group(workers, graph, open);
  } else {
    const Arcs arcs = gather_arcs(workers, graph, open);
    if (workers.is_first()) close_all(workers, graph, open, arcs);
  }
  workers.barrier();
}

}  // namespace quadrille::analytics::detail
