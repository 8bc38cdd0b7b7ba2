#pragma once

// GhostRows brings the rows of ghosts (ranked_rows.hpp) from their owners. A row goes to each group that has a
// neighbour of greater rank. A neighbour is sent as its place among the ghosts of either group, or as a HURI if it
// belongs to a third one. The rows of a directed graph have arcs, too.
//
//   block of a member   | rows | head of each row | places | HURIs | arcs of places | arcs of HURIs |    row by row

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "analytics/detail/degree_order.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics {

class GhostRows {
 public:
  // Collective. Sends rows and receives those for this image.
  GhostRows(Workers& workers, const Graph& graph, const DegreeOrder& order);
  // Collective.
  void finish();

  // Local. Calls f(slot of the row, slot of the neighbour, arcs) for each neighbour that this group has, row by row, of
  // the rows that this image has received.
  template <class F>
  void for_each(F&& f) const;

 private:
  struct Head {
    Slot row;                   // its place among the ghosts there
    std::uint32_t from_sender;  // places of the sender's vertices
    std::uint32_t from_receiver;
    std::uint32_t from_others;  // HURIs
  };
  static_assert(sizeof(Head) == 16);
  struct Outgoing {
    std::pmr::vector<Head> heads;
    std::pmr::vector<std::uint32_t> places;
    std::pmr::vector<Huri> vertices;
    std::pmr::vector<Arcs> arcs_of_places, arcs_of_vertices;  // of a directed graph
    std::uint64_t words_of_arcs() const { return (arcs_of_places.size() + arcs_of_vertices.size() + 7) / 8; }
  };

  bool is_wanted(Slot row, const Range& ghosts) const;
  void pack_row(Slot row, int group, Outgoing& outgoing) const;
  std::span<std::uint64_t> joined(const Outgoing& outgoing);
  pgas::Block pack(int group);
  void number_own_vertices();

  Workers& workers_;
  const Graph& graph_;
  const DegreeOrder& order_;
  std::vector<std::span<std::uint64_t>> buffers_;
  std::span<pgas::Block> blocks_;
  std::vector<std::vector<Slot>> own_of_place_;  // by group: the own vertices that are ghosts there
  std::optional<pgas::ExchangeView> view_;
};

template <class F>
void GhostRows::for_each(F&& f) const {
  const pgas::Team& team = workers_.team();
  for (int member = 0; member < team.size(); ++member) {
    const pgas::Block block = view_->from(member);
    if (team.in_my_group(member) || block.empty()) continue;
    const int group = team.group_of(member);
    const auto first_ghost = static_cast<Slot>(graph_.ghosts_of(group).begin);
    const std::vector<Slot>& own = own_of_place_[static_cast<std::size_t>(group)];
    const auto* words = reinterpret_cast<const std::uint64_t*>(block.data());
    const std::span heads(reinterpret_cast<const Head*>(words + 3), words[0]);
    const auto* places = reinterpret_cast<const std::uint32_t*>(heads.data() + heads.size());
    const auto* vertices = reinterpret_cast<const Huri*>(words + words[1]);
    const auto* arcs_of_places = reinterpret_cast<const Arcs*>(words + words[2]);
    std::uint64_t number_of_places = 0;
    for (const Head& head : heads) number_of_places += head.from_sender + head.from_receiver;
    const Arcs* arcs_of_vertices = arcs_of_places + number_of_places;
    const auto next = [&](const Arcs*& arcs) { return graph_.is_undirected() ? Arcs{kArcTo | kArcFrom} : *arcs++; };
    for (const Head& head : heads) {
      const Slot row = first_ghost + head.row;
      for (std::uint32_t count = 0; count < head.from_sender; ++count) {
        f(row, first_ghost + *places++, next(arcs_of_places));
      }
      for (std::uint32_t count = 0; count < head.from_receiver; ++count) {
        f(row, own[*places++], next(arcs_of_places));
      }
      for (std::uint32_t count = 0; count < head.from_others; ++count) {
        const Slot slot = graph_.find(*vertices++);
        const Arcs arcs = next(arcs_of_vertices);
        if (slot != kNoSlot) f(row, slot, arcs);
      }
    }
  }
}

}  // namespace quadrille::analytics
