#include "quadstore/delta_state.hpp"

#include "quadstore/merge_levels.hpp"

namespace quadrille {

void DeltaState::add(ShardId shard, DeltaLevelPtr level, std::pmr::memory_resource& memory) {
  if (!level) return;
  const auto known = shards_.find(shard);
  std::vector<DeltaLevelPtr> levels = known == shards_.end() ? std::vector<DeltaLevelPtr>() : known->second;
  levels.push_back(std::move(level));
  std::vector<std::uint64_t> sizes;
  for (const DeltaLevelPtr& each : levels) sizes.push_back(each->changes());
  if (const std::size_t merged = levels_to_merge(sizes)) {
    std::vector<const DeltaLevel*> parts;
    for (std::size_t i = levels.size() - merged; i < levels.size(); ++i) parts.push_back(levels[i].get());
    DeltaLevelPtr whole = merge_levels(parts, memory);
    levels.resize(levels.size() - merged);
    if (whole) levels.push_back(std::move(whole));
  }
  if (levels.empty()) {
    shards_.erase(shard);
  } else {
    shards_[shard] = std::move(levels);
  }
}

void DeltaState::clear(GraphKinds graphs, std::pmr::memory_resource& memory) {
  std::map<ShardId, std::vector<DeltaLevelPtr>> left;
  if (graphs.both()) return shards_.swap(left);
  for (const auto& [shard, levels] : shards_) {
    std::vector<DeltaLevelPtr> kept;
    for (const DeltaLevelPtr& level : levels) {
      if (DeltaLevelPtr rest = without(level, graphs, memory)) kept.push_back(std::move(rest));
    }
    if (!kept.empty()) left[shard] = std::move(kept);
  }
  shards_.swap(left);
}

LevelList DeltaState::levels(ShardId shard) const {
  LevelList list;
  const auto found = shards_.find(shard);
  if (found == shards_.end()) return list;
  for (const DeltaLevelPtr& level : found->second) list.levels[list.count++] = level.get();
  return list;
}

std::vector<ShardId> DeltaState::changed_shards() const {
  std::vector<ShardId> shards;
  for (const auto& [shard, levels] : shards_) shards.push_back(shard);
  return shards;
}

std::uint64_t DeltaState::changes() const {
  std::uint64_t rows = 0;
  for (const auto& [shard, levels] : shards_) {
    for (const DeltaLevelPtr& level : levels) rows += level->changes();
  }
  return rows;
}

std::size_t DeltaState::size_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [shard, levels] : shards_) {
    for (const DeltaLevelPtr& level : levels) bytes += level->size_bytes();
  }
  return bytes;
}

}  // namespace quadrille
