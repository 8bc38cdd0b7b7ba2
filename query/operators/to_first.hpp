#pragma once

// ToFirst gives the first member the bytes of all members: pieces of an answer, states of aggregates, lines of a dump.
// In one group the bytes are read where they lie; between groups each member's bytes are sent to the first member
// only.

#include <string_view>

#include "dictionary/shared_bytes.hpp"
#include "pgas/exchange.hpp"
#include "pgas/team.hpp"

namespace quadrille::query {

class ToFirst {
 public:
  // The arena must outlive the Team::run() in which this is used.
  ToFirst(pgas::Team& team, pgas::QueryArena& arena)
      : team_(team), bytes_(arena), blocks_(arena.make_span<pgas::Block>(static_cast<std::size_t>(team.size()))) {
    std::uninitialized_fill(blocks_.begin(), blocks_.end(), pgas::Block());
  }

  // Collective. Calls take(bytes) on the first member for every member's bytes, in member order; the other members
  // wait until all are taken. The bytes are valid until take returns.
  template <class Take>
  void gather(std::string_view mine, Take&& take) {
    if (team_.is_first()) take(mine);
    if (team_.size() == 1) return;
    bytes_.clear();
    if (!team_.is_first()) bytes_.append(std::span(mine));
    blocks_.front() = bytes_.bytes();
    pgas::ExchangeView view(team_, blocks_);
    if (team_.is_first()) {
      for (int member = 1; member < team_.size(); ++member) {
        const pgas::Block theirs = view.from(member);
        take(std::string_view(reinterpret_cast<const char*>(theirs.data()), theirs.size()));
      }
    }
    view.finish();
  }

 private:
  pgas::Team& team_;
  SharedBytes bytes_;
  std::span<pgas::Block> blocks_;
};

}  // namespace quadrille::query
