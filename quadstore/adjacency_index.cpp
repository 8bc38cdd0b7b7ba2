#include "quadstore/adjacency_index.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "quadstore/generation.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kQuickMergeBlocks = 32;   // merges with these are quick enough
constexpr std::uint64_t kBlocksToMakeABlock = 2;  // keys and values
constexpr std::uint64_t kMostIndexBytesARow = 16;
constexpr std::uint64_t kUsualIndexBytes = 16 << 20;

using Block = std::array<Huri, kBlockRows>;

// The rows of one shard behind the prefix: those that the mask shows.
struct RowsOfShard {
  const RunView* run;
  RowMask mask;
  RowRange rows;

  std::uint64_t count() const { return mask.count(rows); }

  Huri value(ColumnIndex column, std::uint64_t row) const {
    std::array<Huri, 1> value;
    run->read(column, {row, row + 1}, value);
    return value[0];
  }
  // Calls use(block, begin, end) for each block that has some of them, rows begin .. end - 1 within it.
  template <class Use>
  void for_each_block(const Use& use) const {
    for (std::uint64_t row = rows.begin; row < rows.end;) {
      const std::uint64_t block = row / kBlockRows, end = std::min((block + 1) * kBlockRows, rows.end);
      use(block, static_cast<std::size_t>(row - block * kBlockRows),
          static_cast<std::size_t>(end - block * kBlockRows));
      row = end;
    }
  }
};

struct Bounds {
  Huri least{~std::uint64_t{0}}, most;
  void take(Huri value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

std::vector<RowsOfShard> find_rows(const Generation& generation, View view, Permutation permutation,
                                   const QuadPrefix& prefix, std::span<const ShardId> shards) {
  std::vector<RowsOfShard> all;
  for (const ShardId shard : shards) {
    const RunView& run = generation.run(permutation, shard);
    const RowRange rows = run.find(prefix);
    const RowMask mask = run.mask(view);
    if (mask.count(rows) > 0) all.push_back({&run, mask, rows});
  }
  return all;
}

std::vector<ShardId> shards_from(ShardId begin, ShardId end) {
  std::vector<ShardId> shards;
  for (std::uint32_t shard = index(begin); shard < index(end); ++shard) shards.push_back(ShardId{shard});
  return shards;
}

EarnedCache<AdjacencyIndex>::Key key_of(View view, Permutation permutation, const QuadPrefix& prefix, ShardId begin,
                                        ShardId end) {
  EarnedCache<AdjacencyIndex>::Key key{static_cast<std::uint64_t>(view), static_cast<std::uint64_t>(permutation),
                                       index(begin), index(end)};
  for (const Huri value : prefix.values()) key.push_back(value.bits());
  return key;
}

}  // namespace

std::shared_ptr<const AdjacencyIndex> AdjacencyIndex::make(const Generation& generation, View view,
                                                           Permutation permutation, const QuadPrefix& prefix,
                                                           std::span<const ShardId> shards,
                                                           const std::function<bool(std::size_t)>& make_room,
                                                           const std::function<void()>& look) {
  const auto key_column = static_cast<ColumnIndex>(prefix.size()), value_column = ColumnIndex(index(key_column) + 1);
  const std::vector<RowsOfShard> all = find_rows(generation, view, permutation, prefix, shards);
  Bounds keys, values;
  std::uint64_t count = 0;
  for (const RowsOfShard& shard : all) {
    for (const std::uint64_t row : {shard.rows.begin, shard.rows.end - 1}) keys.take(shard.value(key_column, row));
    count += shard.count();
    shard.for_each_block([&](std::uint64_t block, std::size_t begin, std::size_t end) {
      if (end - begin == shard.run->block_rows(block).size()) {
        values.take(shard.run->min(block, value_column));
        values.take(shard.run->max(block, value_column));
      } else {  // rows of other prefixes are there, too
        Block some;
        shard.run->read_block(block, value_column, begin, end, some.data());
        for (const Huri value : std::span(some).first(end - begin)) values.take(value);
      }
    });
  }
  if (all.empty() || values.most.bits() - values.least.bits() >= ~std::uint32_t{0}) return nullptr;
  const std::uint64_t words = RankedBits::words_for(keys.least, keys.most);
  const std::uint64_t most = count * kMostIndexBytesARow;
  const auto bytes = [&](std::uint64_t different) {
    return words * sizeof(RankedBits::Word) + (different + 1 + count + kSlack) * sizeof(std::uint32_t);
  };
  if (count >= ~std::uint32_t{0} || words > most || bytes(0) > most) return nullptr;
  if (!make_room(bytes(0))) return nullptr;

  std::shared_ptr<AdjacencyIndex> made(new AdjacencyIndex);
  made->words_.resize(words);
  made->keys_ = RankedBits(keys.least, made->words_);
  made->least_value_ = values.least.bits();
  made->values_.resize(count + kSlack);
  std::uint32_t* to = made->values_.data();
  std::vector<std::uint32_t>& begins = made->begins_;
  Block block_keys, block_values;
  for (const RowsOfShard& shard : all) {
    if (!make_room(bytes(begins.size() + shard.count()))) return nullptr;
    Huri last = kUnbound;
    shard.for_each_block([&](std::uint64_t block, std::size_t begin, std::size_t end) {
      shard.run->read_block(block, key_column, begin, end, block_keys.data() + begin);
      shard.run->read_block(block, value_column, begin, end, block_values.data() + begin);
      for (std::size_t row = begin; row < end; ++row) {
        if (!shard.mask.shows(block * kBlockRows + row)) continue;
        if (block_keys[row] != last) {
          last = block_keys[row];
          made->keys_.add(last, static_cast<std::uint32_t>(begins.size()));
          begins.push_back(static_cast<std::uint32_t>(to - made->values_.data()));
        }
        *to++ = static_cast<std::uint32_t>(block_values[row].bits() - values.least.bits());
      }
    });
    look();
    if (bytes(begins.size()) > most) return nullptr;
  }
  begins.push_back(static_cast<std::uint32_t>(count));
  if (begins.size() == count + 1) begins.clear();
  begins.shrink_to_fit();
  return made;
}

std::size_t AdjacencyIndex::size_bytes() const {
  return words_.size() * sizeof(words_[0]) + (begins_.size() + values_.size()) * sizeof(std::uint32_t);
}

// The key is the column that rows are sharded by, so a row is in one index for each permutation and view. (Indexes of
// all shards and of some are both possible, but most take half of their limit a row.)
std::size_t AdjacencyCache::wanted_bytes_for(const Manifest& manifest, std::size_t views) {
  const std::uint64_t most_rows = std::max(manifest.default_quads, manifest.named_quads);
  if ((most_rows / kBlockRows + 1) * kBlocksToMakeABlock < kQuickMergeBlocks) return 0;
  const std::uint64_t quads = manifest.default_quads + manifest.named_quads;
  const std::uint64_t all = rows_of_permutations(manifest) * views * kMostIndexBytesARow;
  return std::min(all, std::max(kUsualIndexBytes, quads * 3 / 2));
}

AdjacencyCache::AdjacencyCache(CacheRegistry* registry, std::size_t wanted_bytes)
    : indexes_(registry, "adjacency_indexes", wanted_bytes, kQuickMergeBlocks) {}

std::shared_ptr<const AdjacencyIndex> AdjacencyCache::get(const Generation& generation, View view,
                                                          Permutation permutation, const QuadPrefix& prefix,
                                                          ShardId begin, ShardId end,
                                                          const std::function<void()>& look) {
  const auto cost = [&] {
    std::uint64_t count = 0;
    for (const RowsOfShard& shard : find_rows(generation, view, permutation, prefix, shards_from(begin, end))) {
      count += shard.rows.size();
    }
    return (count / kBlockRows + 1) * kBlocksToMakeABlock;
  };
  const auto make = [&](const std::function<bool(std::size_t)>& make_room) {
    return AdjacencyIndex::make(generation, view, permutation, prefix, shards_from(begin, end), make_room, look);
  };
  try {
    return indexes_.get(key_of(view, permutation, prefix, begin, end), cost, make);
  } catch (const std::bad_alloc&) {  // there are other ways
    return nullptr;
  }
}

void AdjacencyCache::spend(View view, Permutation permutation, const QuadPrefix& prefix, ShardId begin, ShardId end,
                           std::uint64_t blocks) {
  indexes_.spend(key_of(view, permutation, prefix, begin, end), blocks);
}

}  // namespace quadrille
