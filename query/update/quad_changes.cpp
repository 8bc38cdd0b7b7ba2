#include "query/update/quad_changes.hpp"

#include <algorithm>

#include "quadstore/sort_rows.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kFewQuads = 2048;  // for fewer quads a comparison sort is as fast

}  // namespace

// Sorts into buckets by shard and kind of graph, then each bucket by its columns.
void sort_unique(std::vector<Quad>& quads, std::uint32_t shards) {
  if (quads.size() <= kFewQuads) {
    std::sort(quads.begin(), quads.end(), OwnerOrder(shards));
    quads.erase(std::unique(quads.begin(), quads.end()), quads.end());
    return;
  }
  const auto bucket_of = [&](const Quad& quad) { return owner_bucket(quad, shards); };
  std::vector<std::size_t> ends(owner_buckets(shards) + 1);
  for (const Quad& quad : quads) ++ends[bucket_of(quad) + 1];
  for (std::size_t bucket = 1; bucket < ends.size(); ++bucket) ends[bucket] += ends[bucket - 1];
  std::vector<QuadRow> rows(quads.size()), scratch(quads.size());
  for (const Quad& quad : quads) rows[ends[bucket_of(quad)]++] = quad_row(quad);
  quads.clear();
  std::size_t begin = 0;
  for (std::size_t bucket = 0; bucket < owner_buckets(shards); begin = ends[bucket++]) {
    const std::span<QuadRow> own(rows.data() + begin, ends[bucket] - begin);
    sort_rows<4>(own, scratch, positions(Permutation::spog));
    for (const QuadRow& row : own.first(remove_duplicates<4>(own))) quads.push_back({row[0], row[1], row[2], row[3]});
  }
}

}  // namespace quadrille::query
