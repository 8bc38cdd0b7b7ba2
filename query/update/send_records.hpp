#pragma once

// send_records() sends records to the images that own them: several lists at once, in one exchange.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"

namespace quadrille::query {

// Collective. Sends each record of lists[k] to the member owner(record). Returns the received records of list k, in
// the order of the senders and, for one sender, in its order.
template <std::size_t kLists, class Record, class Owner>
std::array<std::vector<Record>, kLists> send_records(pgas::Team& team, pgas::QueryArena& arena,
                                                     std::array<std::vector<Record>, kLists> lists, Owner&& owner) {
  if (team.size() == 1) return lists;
  const auto members = static_cast<std::size_t>(team.size());
  std::vector<std::size_t> ends(members * kLists);  // by member and list; first counts, then ends of what is written
  for (std::size_t list = 0; list < kLists; ++list) {
    for (const Record& record : lists[list]) ++ends[static_cast<std::size_t>(owner(record)) * kLists + list];
  }
  std::size_t total = 0;
  const auto blocks = arena.make_span<pgas::Block>(members * kLists);
  for (std::size_t& end : ends) {
    const std::size_t count = end;
    end = total;
    total += count;
  }
  const auto outgoing = arena.make_span<Record>(total);
  for (std::size_t block = 0; block < ends.size(); ++block) {
    const std::size_t end = block + 1 < ends.size() ? ends[block + 1] : total;
    blocks[block] = std::as_bytes(outgoing.subspan(ends[block], end - ends[block]));
  }
  for (std::size_t list = 0; list < kLists; ++list) {
    for (const Record& record : lists[list]) {
      outgoing[ends[static_cast<std::size_t>(owner(record)) * kLists + list]++] = record;
    }
    lists[list].clear();
  }
  pgas::ExchangeView view(team, blocks, static_cast<int>(kLists));
  for (int member = 0; member < team.size(); ++member) {
    for (std::size_t list = 0; list < kLists; ++list) {
      const auto theirs = view.from_as<Record>(member, static_cast<int>(list));
      lists[list].insert(lists[list].end(), theirs.begin(), theirs.end());
    }
  }
  view.finish();
  arena.free_span(outgoing);
  return lists;
}

}  // namespace quadrille::query
