#include "quadstore/delta_state.hpp"

#include "quadstore/merge_levels.hpp"

namespace quadrille {

void DeltaState::keep(ShardId shard, Shard its) {
  if (its.empty()) {
    shards_.erase(shard);
  } else {
    shards_[shard] = std::move(its);
  }
}

void DeltaState::add(ShardId shard, DeltaLevelPtr level, std::pmr::memory_resource& memory) {
  if (!level) return;
  const auto known = shards_.find(shard);
  Shard its = known == shards_.end() ? Shard() : known->second;
  std::vector<DeltaLevelPtr>& levels = its.levels;
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
  keep(shard, std::move(its));
}

void DeltaState::clear(GraphKinds graphs, std::pmr::memory_resource& memory) {
  DeltaState left;
  for (const auto& [shard, before] : shards_) {
    Shard its;
    for (const DeltaLevelPtr& level : before.levels) {
      if (DeltaLevelPtr rest = without(level, graphs, memory)) its.levels.push_back(std::move(rest));
    }
    if (!graphs.named_graphs) its.hidden = before.hidden;
    left.keep(shard, std::move(its));
  }
  shards_.swap(left.shards_);
}

void DeltaState::hide(ShardId shard, std::span<const Huri> graphs, const RunOf& base,
                      std::pmr::memory_resource& memory) {
  const auto known = shards_.find(shard);
  Shard its;
  if (known != shards_.end()) {
    for (const DeltaLevelPtr& level : known->second.levels) {
      if (DeltaLevelPtr rest = without(level, graphs, memory)) its.levels.push_back(std::move(rest));
    }
    its.hidden = known->second.hidden;
  }
  its.hidden = HiddenRows::hide(base, graphs, std::move(its.hidden), memory);
  keep(shard, std::move(its));
}

LevelList DeltaState::levels(ShardId shard) const {
  LevelList list;
  const auto found = shards_.find(shard);
  if (found == shards_.end()) return list;
  for (const DeltaLevelPtr& level : found->second.levels) list.levels[list.count++] = level.get();
  list.hidden = found->second.hidden.get();
  return list;
}

std::vector<ShardId> DeltaState::changed_shards() const {
  std::vector<ShardId> shards;
  for (const auto& [shard, its] : shards_) shards.push_back(shard);
  return shards;
}

std::uint64_t DeltaState::changes() const {
  std::uint64_t rows = 0;
  for (const auto& [shard, its] : shards_) {
    for (const DeltaLevelPtr& level : its.levels) rows += level->changes();
    for (const Permutation side : {Permutation::spog, Permutation::opsg}) {
      if (its.hidden) rows += its.hidden->hidden(side);
    }
  }
  return rows;
}

std::size_t DeltaState::size_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [shard, its] : shards_) {
    for (const DeltaLevelPtr& level : its.levels) bytes += level->size_bytes();
    if (its.hidden) bytes += its.hidden->size_bytes();
  }
  return bytes;
}

}  // namespace quadrille
