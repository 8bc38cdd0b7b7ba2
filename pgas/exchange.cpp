#include "pgas/exchange.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "pgas/detail/group_exchange.hpp"

namespace quadrille::pgas {

ExchangeView::ExchangeView(Team& team, std::span<const Block> outgoing, int per_member, Begin begin)
    : team_(team), per_member_(per_member) {
  const auto blocks = static_cast<std::size_t>(per_member);
  QUADRILLE_ASSERT(outgoing.size() == static_cast<std::size_t>(team.size()) * blocks,
                   "an exchange has the same number of blocks for every member");
  if (team.crossing()) {
    ++team.counters().collectives;
    across_ = std::make_unique<detail::GroupExchange>(team, outgoing, per_member, begin == Begin::ahead);
    if (!across_->is_ahead()) receive();
    return;
  }
  int member = 0;
  for (const Block* theirs : team.all_gather(outgoing.data())) {
    for (std::size_t block = 0; block < blocks; ++block) {
      incoming_.push_back(theirs[static_cast<std::size_t>(team.rank()) * blocks + block]);
      if (member != team.rank()) team.counters().bytes += incoming_.back().size();
    }
    ++member;
  }
}

ExchangeView::~ExchangeView() = default;

void ExchangeView::receive() {
  if (across_ && incoming_.empty()) incoming_ = across_->receive();
}

void ExchangeView::finish() {
  across_ ? across_->finish() : team_.barrier();
}

Blocks exchange(Team& team, QueryArena& arena, std::span<const Block> outgoing) {
  const std::span<Block> shared = arena.make_span<Block>(outgoing.size());
  std::uninitialized_copy(outgoing.begin(), outgoing.end(), shared.begin());
  ExchangeView view(team, shared);
  std::vector<Block> received;
  const Outcome mine = attempt([&] {
    for (int member = 0; member < team.size(); ++member) {
      const Block theirs = view.from(member);
      const std::span<std::byte> copy = arena.make_span<std::byte>(theirs.size());
      copy_bytes(copy.data(), theirs.data(), theirs.size());
      received.emplace_back(copy);
    }
  });
  team.agree(mine);
  view.finish();
  return Blocks(std::move(received));
}

}  // namespace quadrille::pgas
