#include "query/update/triple_rows.hpp"

#include <utility>
#include <vector>

#include "quadstore/sharding.hpp"
#include "query/table/shard_span.hpp"
#include "query/update/send_records.hpp"

namespace quadrille::query {

void add_triple_rows(pgas::Team& team, pgas::QueryArena& arena, std::uint32_t shards, DeltaInterner& interner,
                     QuadChanges& changes) {
  std::vector<Quad> rows;
  for (const auto& [components, triple] : interner.take_triples()) {
    rows.push_back({components[0], components[1], components[2], triple});
  }
  if (!(team.size() == 1 ? !rows.empty() : team.any(!rows.empty()))) return;
  const auto owner = [&](const Quad& row) {
    return member_of_shard(shard_of(row.subject, shards), team.size(), shards);
  };
  auto [owned] = send_records<1, Quad>(team, arena, {std::move(rows)}, owner);
  sort_unique(owned, shards);
  changes.terms = std::move(owned);
}

}  // namespace quadrille::query
