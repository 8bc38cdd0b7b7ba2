#pragma once

// Sends items of each group to all other groups: at most one block from an image to each other group. With one group
// nothing happens.

#include <cstddef>
#include <span>
#include <vector>

#include "analytics/detail/group_blocks.hpp"
#include "analytics/workers.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics::detail {

// Collective. Calls take(items) for the items of each image of other groups, on one image of this group. `mine` lies in
// the arena. Begins and ends with a barrier of the group.
template <class T, class Take>
void broadcast_to_groups(Workers& workers, std::span<const T> mine, Take&& take) {
  if (workers.is_one_group()) return;
  pgas::Team& team = workers.team();
  const std::span<pgas::Block> outgoing = make_group_blocks(workers, [&](int) { return std::as_bytes(mine); });
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
