#pragma once

// FarLists brings the in-lists of ghosts from the groups that own them (candidate_lists.hpp).

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics {

class FarLists {
 public:
  // Collective. `degrees`: by slot. Sends lists and receives those for this image.
  FarLists(Workers& workers, const Graph& graph, std::span<const std::uint32_t> degrees);
  // Collective.
  void finish();

  // Local. Calls f(ghost, HURIs, degrees) for each list that this image has received.
  template <class F>
  void for_each(F&& f) const;

 private:
  struct Head {
    std::uint32_t place;  // of the vertex among the ghosts there
    std::uint32_t count;
  };
  static_assert(sizeof(Head) == 8);

  bool is_wanted(Slot row, const Range& ghosts) const;
  pgas::Block pack(int group);

  Workers& workers_;
  const Graph& graph_;
  const std::span<const std::uint32_t> degrees_;
  std::vector<std::span<std::uint64_t>> buffers_;
  std::span<pgas::Block> blocks_;
  std::optional<pgas::ExchangeView> view_;
};

template <class F>
void FarLists::for_each(F&& f) const {
  const pgas::Team& team = workers_.team();
  for (int member = 0; member < team.size(); ++member) {
    const pgas::Block block = view_->from(member);
    if (team.in_my_group(member) || block.empty()) continue;
    const auto first_ghost = static_cast<Slot>(graph_.ghosts_of(team.group_of(member)).begin);
    const auto* words = reinterpret_cast<const std::uint64_t*>(block.data());
    const std::span heads(reinterpret_cast<const Head*>(words + 2), words[0]);
    const auto* huris = reinterpret_cast<const Huri*>(heads.data() + heads.size());
    const auto* degrees = reinterpret_cast<const std::uint32_t*>(huris + words[1]);
    for (const Head& head : heads) {
      f(first_ghost + head.place, std::span(huris, head.count), std::span(degrees, head.count));
      huris += head.count;
      degrees += head.count;
    }
  }
}

}  // namespace quadrille::analytics
