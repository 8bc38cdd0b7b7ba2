#pragma once

// Sends items of each group to all other groups: at most one block from an image to each other group. With one group
// nothing happens.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "analytics/workers.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics::detail {

// Collective. Calls take(items) for the items of each image of other groups, on one image of this group. `mine` lies in
// the arena. Begins and ends with a barrier of the group.
template <class T, class Take>
void broadcast_to_groups(Workers& workers, std::span<const T> mine, Take&& take) {
  if (workers.is_one_group()) return;
  pgas::Team& team = workers.team();
  const std::span<pgas::Block> outgoing = workers.arena().make_span<pgas::Block>(static_cast<std::size_t>(team.size()));
  std::uninitialized_fill(outgoing.begin(), outgoing.end(), pgas::Block());
  for (int group = 0; group < team.num_groups(); ++group) {
    if (group == workers.group()) continue;
    const int members = team.group_end(group) - team.group_begin(group);
    const int member = team.group_begin(group) + workers.place() % members;
    outgoing[static_cast<std::size_t>(member)] = std::as_bytes(mine);
  }
  workers.check();
  workers.barrier();
  pgas::ExchangeView view(team, outgoing);
  for (int member = 0; member < team.size(); ++member) {
    if (!team.in_my_group(member)) take(view.from_as<T>(member));
  }
  view.finish();
  workers.arena().free_span(outgoing);
  workers.barrier();
}

}  // namespace quadrille::analytics::detail
