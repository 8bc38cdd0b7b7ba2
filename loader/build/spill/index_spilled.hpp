#pragma once

// SpilledIndex runs Update HURIs and Index for an input on disk: segment by segment, then shard by shard.
//
//   rows of a segment --its HURIs in memory--> by subject, on disk --heavy objects found--> by object, on disk
//   a round: the rows of one shard of every image in memory -> ShardIndexer
//
// Disk: 24 bytes a triple read, then 48. Memory: 8 bytes a term of a segment; then five times the rows of a shard.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "loader/build/index_shards.hpp"
#include "loader/build/part_of_work.hpp"
#include "loader/build/rank_triples.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/spill/spilled_input.hpp"
#include "loader/build/spill/spilled_rows.hpp"
#include "loader/build/spill/spilled_terms.hpp"
#include "quadstore/row_source.hpp"

namespace quadrille {

// Returns the least number of shards at which an image with this much memory can hold the rows of a round.
std::uint32_t shards_for(std::uint64_t row_bytes_of_all, std::uint64_t memory_of_an_image);

class SpilledIndex {
 public:
  // Local. `folder`: for temporary data.
  SpilledIndex(ShardedWork& work, const std::filesystem::path& folder);

  // Local. Rows by subject, with HURIs. `triples` has a part for each segment, or none. look(huris): those of the last
  // segment's terms, by local id.
  void update_huris(const SpilledInput& input, const SpilledTerms& terms, const RankedRanges& ranked,
                    const TripleRanks& triples, const std::function<void(std::span<const Huri>)>& look);

  // Local, after update_huris(): visits the rows of each shard. Rows that are added later are not visited.
  void for_each_triples(const RowSource<3>::Visit& visit) const { for_each_shard<3>(triples_by_subject_, visit); }
  void for_each_quads(const RowSource<4>::Visit& visit) const { for_each_shard<4>(quads_by_subject_, visit); }
  // Local, likewise: one more row. Triples have the graph kDefaultGraph.
  void add(const QuadRow& row);

  // Collective.
  IndexedShards build(const std::filesystem::path& database, std::uint64_t generation);

  std::uint64_t size_bytes() const { return file_.size(); }  // on disk

 private:
  template <int kColumns>
  void for_each_shard(const SpilledRows<kColumns>& rows, const typename RowSource<kColumns>::Visit& visit) const;
  HeavyObjects find_heavy();
  void sort_by_object(const HeavyObjects& heavy);
  std::vector<ShardId> shards_of_round(std::uint32_t round);

  ShardedWork& work_;
  pgas::QueryArena arena_;  // read by other images while heavy objects are found
  SpillFile file_;
  SpilledRows<3> triples_by_subject_, triples_by_object_;
  SpilledRows<4> quads_by_subject_, quads_by_object_;
};

}  // namespace quadrille
