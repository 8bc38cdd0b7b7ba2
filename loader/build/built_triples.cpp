#include "loader/build/built_triples.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/assert.hpp"
#include "pgas/exchange.hpp"

namespace quadrille {

namespace {

TripleComponents components_of(const QuadRow& row) {
  return {row[0], row[1], row[2]};
}

// Where the first member of a group has its table; the others of the group read it there.
struct Places {
  const QuadRow* rows = nullptr;
  const std::uint64_t* order = nullptr;
  std::size_t size = 0;
};

}  // namespace

BuiltTriples::BuiltTriples(BuildContext& context, std::span<const QuadRow> owned) : arena_(context.heap()) {
  pgas::Team& team = context.team();
  const int first = team.group_begin(team.group());
  const std::span<pgas::Block> outgoing = arena_.make_span<pgas::Block>(static_cast<std::size_t>(team.size()));
  std::uninitialized_fill(outgoing.begin(), outgoing.end(), pgas::Block());
  for (int group = 0; group < team.num_groups(); ++group)
    outgoing[static_cast<std::size_t>(team.group_begin(group))] = std::as_bytes(owned);
  pgas::ExchangeView theirs(team, outgoing);
  Places mine;
  if (team.rank() == first) {
    for (int member = 0; member < team.size(); ++member) mine.size += theirs.from_as<QuadRow>(member).size();
    const std::span<QuadRow> rows = arena_.make_span<QuadRow>(mine.size);
    auto end = rows.begin();
    for (int member = 0; member < team.size(); ++member)
      end = std::ranges::copy(theirs.from_as<QuadRow>(member), end).out;
    std::sort(rows.begin(), rows.end(), [](const QuadRow& a, const QuadRow& b) { return a[3] < b[3]; });
    const std::span<std::uint64_t> order = arena_.make_span<std::uint64_t>(mine.size);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return rows[a] < rows[b]; });
    mine.rows = rows.data();
    mine.order = order.data();
  }
  theirs.finish();
  const Places all = team.all_gather(mine)[static_cast<std::size_t>(first)];
  by_triple_ = {all.rows, all.size};
  by_components_ = {all.order, all.size};
}

const QuadRow* BuiltTriples::row_of(Huri triple) const {
  const auto row = std::ranges::lower_bound(by_triple_, triple, {}, [](const QuadRow& its) { return its[3]; });
  return row == by_triple_.end() || (*row)[3] != triple ? nullptr : &*row;
}

TripleComponents BuiltTriples::components(Huri triple) const {
  const QuadRow* row = row_of(triple);
  QUADRILLE_ASSERT(row != nullptr, "components are those of a triple term that the table holds");
  return components_of(*row);
}

Huri BuiltTriples::find(const TripleComponents& components) const {
  const auto at = std::ranges::lower_bound(by_components_, components, {},
                                           [this](std::uint64_t place) { return components_of(by_triple_[place]); });
  if (at == by_components_.end() || components_of(by_triple_[*at]) != components) return kUnbound;
  return by_triple_[*at][3];
}

}  // namespace quadrille
