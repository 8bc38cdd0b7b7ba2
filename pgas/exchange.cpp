#include "pgas/exchange.hpp"

#include <algorithm>
#include <cstring>

#include "base/assert.hpp"

namespace quadrille::pgas {

ExchangeView::ExchangeView(Team& team, QueryArena& arena, std::span<const Block> outgoing) : team_(team) {
  QUADRILLE_ASSERT(outgoing.size() == static_cast<std::size_t>(team.size()), "an exchange has one block a member");
  const std::span<Block> shared = arena.make_span<Block>(outgoing.size());
  std::uninitialized_copy(outgoing.begin(), outgoing.end(), shared.begin());
  for (const Block* theirs : team.all_gather(static_cast<const Block*>(shared.data()))) {
    incoming_.push_back(theirs[team.rank()]);
    if (static_cast<int>(incoming_.size()) - 1 != team.rank()) team.counters().bytes += incoming_.back().size();
  }
}

void ExchangeView::finish() { team_.barrier(); }

Blocks exchange(Team& team, QueryArena& arena, std::span<const Block> outgoing) {
  ExchangeView view(team, arena, outgoing);
  std::vector<Block> received;
  const Outcome mine = attempt([&] {
    for (int member = 0; member < team.size(); ++member) {
      const Block theirs = view.from(member);
      const std::span<std::byte> copy = arena.make_span<std::byte>(theirs.size());
      if (!theirs.empty()) std::memcpy(copy.data(), theirs.data(), theirs.size());
      received.emplace_back(copy);
    }
  });
  team.agree(mine);
  view.finish();
  return Blocks(std::move(received));
}

}  // namespace quadrille::pgas
