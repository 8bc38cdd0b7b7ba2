#include "loader/build/sharded_work.hpp"

#include "base/consecutive_shares.hpp"

namespace quadrille {

int ShardedWork::member_of_shard(std::uint32_t shard) const {
  return taker_of(shard, shards_, team_.size());
}

std::uint32_t ShardedWork::first_shard(int member) const {
  return static_cast<std::uint32_t>(share_begin(member, shards_, team_.size()));
}

std::uint32_t ShardedWork::most_shards() const {
  const auto images = static_cast<std::uint32_t>(team_.size());
  return (shards_ + images - 1) / images;
}

}  // namespace quadrille
