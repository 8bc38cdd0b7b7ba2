#include "quadstore/key_sets.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "quadstore/generation.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kFewBlocks = 16;       // searches among these are quick enough
constexpr std::uint64_t kMostBytesARow = 4;    // a list of the keys would take eight
constexpr std::size_t kMostEntries = 100'000;  // prefixes that are counted

// The rows of each shard behind `prefix`; none in those that are not open here.
std::vector<RowRange> find_rows(const Generation& generation, Permutation permutation, const QuadPrefix& prefix) {
  std::vector<RowRange> rows;
  for (std::uint32_t shard = 0; shard < generation.shards(); ++shard) {
    const bool is_open = generation.is_open(ShardId{shard});
    rows.push_back(is_open ? generation.run(permutation, ShardId{shard}).find(prefix) : RowRange{});
  }
  return rows;
}

// nullptr: it would be too large.
std::shared_ptr<const KeySet> make(const Generation& generation, Permutation permutation, const QuadPrefix& prefix,
                                   std::size_t most_bytes, const std::function<void()>& look) {
  const auto column = static_cast<ColumnIndex>(prefix.size());
  const std::vector<RowRange> rows = find_rows(generation, permutation, prefix);
  std::optional<Huri> least, most;
  std::uint64_t count = 0;
  for (std::uint32_t shard = 0; shard < rows.size(); ++shard) {
    if (rows[shard].empty()) continue;
    const RunView& run = generation.run(permutation, ShardId{shard});
    std::array<Huri, 1> first, last;
    run.read(column, {rows[shard].begin, rows[shard].begin + 1}, first);
    run.read(column, {rows[shard].end - 1, rows[shard].end}, last);
    least = least ? std::min(*least, first[0]) : first[0];
    most = most ? std::max(*most, last[0]) : last[0];
    count += rows[shard].size();
  }
  if (!least) return nullptr;
  const std::uint64_t bytes = (most->bits() - least->bits()) / 8;
  if (bytes > count * kMostBytesARow || bytes > most_bytes) return nullptr;
  auto set = std::make_shared<KeySet>(*least, *most);
  std::array<Huri, kBlockRows> keys;
  for (std::uint32_t shard = 0; shard < rows.size(); ++shard) {
    if (rows[shard].empty()) continue;
    const RunView& run = generation.run(permutation, ShardId{shard});
    for (std::uint64_t row = rows[shard].begin; row < rows[shard].end;) {
      const std::uint64_t end = std::min((row / kBlockRows + 1) * kBlockRows, rows[shard].end);
      const std::span<Huri> values = std::span(keys).first(end - row);
      run.read(column, {row, end}, values);
      for (const Huri key : values) set->add(key);
      row = end;
    }
    look();
  }
  return set;
}

}  // namespace

KeySets::Key KeySets::key_of(Permutation permutation, const QuadPrefix& prefix) {
  Key key{static_cast<std::uint64_t>(permutation)};
  for (const Huri value : prefix.values()) key.push_back(value.bits());
  return key;
}

bool KeySets::is_due(const Generation& generation, Permutation permutation, const QuadPrefix& prefix,
                     Entry& entry) const {
  if (entry.refused || entry.in_the_making || entry.spent < kFewBlocks) return false;
  if (entry.blocks == 0) {
    std::uint64_t count = 0;
    for (const RowRange& rows : find_rows(generation, permutation, prefix)) count += rows.size();
    entry.blocks = count / kBlockRows + 1;
    entry.refused = entry.blocks < kFewBlocks;
  }
  return !entry.refused && entry.spent >= entry.blocks;
}

std::shared_ptr<const KeySet> KeySets::get(const Generation& generation, Permutation permutation,
                                           const QuadPrefix& prefix, const std::function<void()>& look) {
  const Key key = key_of(permutation, prefix);
  {
    const std::lock_guard lock(mutex_);
    const auto known = entries_.find(key);
    if (known == entries_.end()) return nullptr;
    Entry& entry = known->second;
    entry.last_use = ++uses_;
    if (entry.set) return entry.set;
    if (!is_due(generation, permutation, prefix, entry)) return nullptr;
    entry.in_the_making = true;
  }
  std::shared_ptr<const KeySet> set;
  try {
    set = make(generation, permutation, prefix, most_bytes_, look);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    entries_.at(key).in_the_making = false;
    throw;
  }
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_.at(key);
  entry.in_the_making = false;
  entry.refused = !set;
  if (set) keep(entry, set);
  return set;
}

// With room for it: those that have not been used for longest go, and begin anew.
void KeySets::keep(Entry& entry, std::shared_ptr<const KeySet> set) {
  used_bytes_ += set->size_bytes();
  entry.set = std::move(set);
  while (used_bytes_ > most_bytes_) {
    Entry* oldest = nullptr;
    for (auto& [key, other] : entries_) {
      if (other.set && &other != &entry && (!oldest || other.last_use < oldest->last_use)) oldest = &other;
    }
    if (!oldest) return;
    used_bytes_ -= oldest->set->size_bytes();
    oldest->set.reset();
    oldest->spent = 0;
  }
}

void KeySets::spend(Permutation permutation, const QuadPrefix& prefix, std::uint64_t blocks) {
  const Key key = key_of(permutation, prefix);
  const std::lock_guard lock(mutex_);
  const auto known = entries_.find(key);
  if (known != entries_.end()) {
    known->second.spent += blocks;
  } else if (entries_.size() < kMostEntries) {
    entries_[key].spent = blocks;
  }
}

std::size_t KeySets::used_bytes() const {
  const std::lock_guard lock(mutex_);
  return used_bytes_;
}

}  // namespace quadrille
