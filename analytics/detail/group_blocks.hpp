#pragma once

// The blocks that an image sends to other groups in an exchange: one to each group, so that all images of two groups
// together exchange as many blocks as the larger one has images.

#include <memory>
#include <span>

#include "analytics/workers.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics {

// Local. A block for each member of the team: block_of(group) for one member of each other group, and empty ones. The
// groups come in ascending order. The array is the arena's; the caller frees it.
template <class BlockOf>
std::span<pgas::Block> make_group_blocks(Workers& workers, BlockOf&& block_of) {
  const pgas::Team& team = workers.team();
  const auto blocks = workers.arena().make_span<pgas::Block>(static_cast<std::size_t>(team.size()));
  std::uninitialized_fill(blocks.begin(), blocks.end(), pgas::Block());
  for (int group = 0; group < team.num_groups(); ++group) {
    if (group == workers.group()) continue;
    const int members = team.group_end(group) - team.group_begin(group);
    blocks[static_cast<std::size_t>(team.group_begin(group) + workers.place() % members)] = block_of(group);
  }
  return blocks;
}

}  // namespace quadrille::analytics
