#include "analytics/detail/ghost_rows.hpp"

#include <algorithm>

#include "analytics/detail/group_blocks.hpp"
#include "analytics/shared_bits.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {

GhostRows::GhostRows(Workers& workers, const Graph& graph, const DegreeOrder& order)
    : workers_(workers), graph_(graph), order_(order) {
  number_own_vertices();
  blocks_ = make_group_blocks(workers, [&](int group) { return pack(group); });
  view_.emplace(workers.team(), blocks_);
}

void GhostRows::finish() {
  view_->finish();
  for (const std::span<std::uint64_t> buffer : buffers_) workers_.arena().free_span(buffer);
  workers_.arena().free_span(blocks_);
}

void GhostRows::number_own_vertices() {
  own_of_place_.resize(static_cast<std::size_t>(workers_.num_groups()));
  for (int group = 0; group < workers_.num_groups(); ++group) {
    if (group == workers_.group()) continue;
    const MirroredVertices& mirrored = graph_.mirrored_by(group);
    std::vector<Slot>& own = own_of_place_[static_cast<std::size_t>(group)];
    own.reserve(mirrored.count);
    for_each_bit(mirrored.bits, 0, words_for_bits(graph_.own()),
                 [&](std::size_t slot) { own.push_back(static_cast<Slot>(slot)); });
  }
}

// True if a neighbour among `ghosts` has a greater rank.
bool GhostRows::is_wanted(Slot row, const Range& ghosts) const {
  const std::uint32_t rank = order_.rank_of[row];
  const auto is_greater = [&](Slot neighbour) {
    return neighbour >= ghosts.begin && neighbour < ghosts.end && order_.rank_of[neighbour] > rank;
  };
  return std::ranges::any_of(graph_.out().of(row), is_greater) ||
         (!graph_.is_undirected() && std::ranges::any_of(graph_.in().of(row), is_greater));
}

void GhostRows::pack_row(Slot row, int group, Outgoing& outgoing) const {
  const MirroredVertices& mirrored = graph_.mirrored_by(group);
  const Range ghosts = graph_.ghosts_of(group);
  const std::uint32_t rank = order_.rank_of[row];
  Head head{mirrored.place_of(row), 0, 0, 0};
  const auto for_each_lesser = [&](auto&& f) {
    for_each_neighbour(graph_, row, [&](Slot neighbour, Arcs arcs) {
      if (order_.rank_of[neighbour] < rank) f(neighbour, arcs);
    });
  };
  const auto add_arcs = [&](std::pmr::vector<Arcs>& to, Arcs arcs) {
    if (!graph_.is_undirected()) to.push_back(arcs);
  };
  for_each_lesser([&](Slot neighbour, Arcs arcs) {
    if (!graph_.is_own(neighbour) || !mirrored.has(neighbour)) return;
    outgoing.places.push_back(mirrored.place_of(neighbour));
    add_arcs(outgoing.arcs_of_places, arcs);
    ++head.from_sender;
  });
  for_each_lesser([&](Slot neighbour, Arcs arcs) {
    if (graph_.is_own(neighbour)) return;
    if (neighbour >= ghosts.begin && neighbour < ghosts.end) {
      outgoing.places.push_back(static_cast<std::uint32_t>(neighbour - ghosts.begin));
      add_arcs(outgoing.arcs_of_places, arcs);
      ++head.from_receiver;
    } else {
      outgoing.vertices.push_back(graph_.huri(neighbour));
      add_arcs(outgoing.arcs_of_vertices, arcs);
      ++head.from_others;
    }
  });
  outgoing.heads.push_back(head);
}

// The rows of this image's part of the own vertices.
pgas::Block GhostRows::pack(int group) {
  std::pmr::memory_resource& memory = workers_.arena().own();
  Outgoing outgoing{std::pmr::vector<Head>(&memory), std::pmr::vector<std::uint32_t>(&memory),
                    std::pmr::vector<Huri>(&memory), std::pmr::vector<Arcs>(&memory), std::pmr::vector<Arcs>(&memory)};
  const Range mine = workers_.my_part(graph_.own());
  const MirroredVertices& mirrored = graph_.mirrored_by(group);
  std::uint64_t edges = 0;
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    const auto row = static_cast<Slot>(slot);
    if (!mirrored.has(row) || !is_wanted(row, graph_.ghosts_of(group))) continue;
    pack_row(row, group, outgoing);
    edges += graph_.out().degree(row);
    if (edges >= Workers::kTaskEdges) {
      edges = 0;
      workers_.check();
    }
  }
  if (outgoing.heads.empty()) return {};
  return std::as_bytes(joined(outgoing));
}

// Local. One block of all parts.
std::span<std::uint64_t> GhostRows::joined(const Outgoing& outgoing) {
  const std::size_t places_begin = 3 + outgoing.heads.size() * 2;
  const std::size_t vertices_begin = places_begin + (outgoing.places.size() + 1) / 2;
  const std::size_t arcs_begin = vertices_begin + outgoing.vertices.size();
  const auto buffer = workers_.arena().make_span<std::uint64_t>(arcs_begin + outgoing.words_of_arcs());
  buffers_.push_back(buffer);
  buffer[0] = outgoing.heads.size();
  buffer[1] = vertices_begin;
  buffer[2] = arcs_begin;
  const auto copy = [&](auto* to, const auto& from) { copy_bytes(to, from.data(), from.size() * sizeof(from[0])); };
  copy(buffer.data() + 3, outgoing.heads);
  copy(buffer.data() + places_begin, outgoing.places);
  copy(buffer.data() + vertices_begin, outgoing.vertices);
  auto* const arcs = reinterpret_cast<Arcs*>(buffer.data() + arcs_begin);
  copy(arcs, outgoing.arcs_of_places);
  copy(arcs + outgoing.arcs_of_places.size(), outgoing.arcs_of_vertices);
  return buffer;
}

}  // namespace quadrille::analytics
