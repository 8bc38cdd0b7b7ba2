#include "analytics/detail/far_lists.hpp"

#include <algorithm>

#include "analytics/detail/group_blocks.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {

FarLists::FarLists(Workers& workers, const Graph& graph, std::span<const std::uint32_t> degrees)
    : workers_(workers), graph_(graph), degrees_(degrees) {
  blocks_ = make_group_blocks(workers, [&](int group) { return pack(group); });
  view_.emplace(workers.team(), blocks_);
}

void FarLists::finish() {
  view_->finish();
  for (const std::span<std::uint64_t> buffer : buffers_) workers_.arena().free_span(buffer);
  workers_.arena().free_span(blocks_);
}

// True if a vertex of the other group points to the row.
bool FarLists::is_wanted(Slot row, const Range& ghosts) const {
  return std::ranges::any_of(graph_.in().of(row),
                             [&](Slot neighbour) { return neighbour >= ghosts.begin && neighbour < ghosts.end; });
}

// The lists of this image's part of the own vertices.
pgas::Block FarLists::pack(int group) {
  const Lists& in = graph_.in();
  const MirroredVertices& mirrored = graph_.mirrored_by(group);
  const Range mine = workers_.my_part(graph_.own());
  std::vector<Slot> rows;
  std::uint64_t entries = 0, unchecked_edges = 0;
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    const auto row = static_cast<Slot>(slot);
    if (!mirrored.has(row)) continue;
    unchecked_edges += in.degree(row);
    if (unchecked_edges >= Workers::kTaskEdges) workers_.check(), unchecked_edges = 0;
    if (!is_wanted(row, graph_.ghosts_of(group))) continue;
    rows.push_back(row);
    entries += in.degree(row);
  }
  if (rows.empty()) return {};
  const auto buffer = workers_.arena().make_span<std::uint64_t>(2 + rows.size() + entries + (entries + 1) / 2);
  buffers_.push_back(buffer);
  buffer[0] = rows.size();
  buffer[1] = entries;
  auto* heads = reinterpret_cast<Head*>(buffer.data() + 2);
  auto* huris = reinterpret_cast<Huri*>(heads + rows.size());
  auto* degrees = reinterpret_cast<std::uint32_t*>(huris + entries);
  for (const Slot row : rows) {
    *heads++ = {mirrored.place_of(row), static_cast<std::uint32_t>(in.degree(row))};
    for (const Slot neighbour : in.of(row)) {
      *huris++ = graph_.huri(neighbour);
      *degrees++ = degrees_[neighbour];
    }
  }
  return std::as_bytes(buffer);
}

}  // namespace quadrille::analytics
