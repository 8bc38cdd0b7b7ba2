#include "quadstore/changed_keys.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace quadrille {

namespace {

constexpr std::uint64_t kWordsOfEntry = 16, kFewWords = 1024;  // of 16 bytes, for keys that are close together
constexpr std::uint64_t kKeysOfWord = 2;                       // of the Bloom filter: 1 of 1,000 other keys passes

// The lower bits of the product depend on few bits of the key.
std::uint64_t spread(std::uint64_t hash) {
  return hash >> 32;
}

}  // namespace

ChangedKeys::ChangedKeys(std::span<const MergedRun> runs, const QuadPrefix& prefix, std::pmr::memory_resource& memory)
    : words_(&memory), scattered_(&memory), table_(&memory), bloom_(&memory), begins_(&memory), changes_(&memory) {
  make_room(runs, prefix);
  for (const MergedRun& run : runs) {
    detail::LevelHeads heads;
    run.find(prefix).for_each_level(
        [&](const DeltaRun& level, DeltaRun::Entries entries) { heads.add(level, entries); });
    const int column = prefix.size();
    const bool has_values = column + 1 < run.columns();
    while (!heads.empty()) {
      const auto stretch = heads.peek();
      const DeltaRun& level = *stretch.run;
      for (std::uint32_t entry = stretch.begin; entry < stretch.end; ++entry) {
        const int more = effect(run.view(), stretch.change(entry));
        if (more == 0) continue;
        add(level.column(column)[entry], has_values ? level.column(column + 1)[entry] : kUnbound, more < 0);
      }
      heads.advance(stretch, stretch.end - stretch.begin);
    }
  }
  begins_.push_back(static_cast<std::uint32_t>(changes_.size()));
  make_bloom_filter();
}

// The dense part has the stable keys of one kind, if there are enough of them between the least and the greatest.
void ChangedKeys::make_room(std::span<const MergedRun> runs, const QuadPrefix& prefix) {
  Huri least{~std::uint64_t{0}}, most{};
  std::optional<HuriKind> kind;
  std::uint64_t all = 0, entries = 0;
  for (const MergedRun& run : runs) {
    run.find(prefix).for_each_level([&](const DeltaRun& level, DeltaRun::Entries its) {
      if (its.empty()) return;
      all += its.end - its.begin;
      const Huri* const keys = level.column(prefix.size());
      if (!kind) kind = keys[its.begin + (its.end - its.begin) / 2].kind();
      const Huri* const from = std::lower_bound(keys + its.begin, keys + its.end, Huri::make(*kind, 0));
      const Huri* const to = std::lower_bound(from, keys + its.end, Huri::make_volatile(*kind, 0));
      if (from == to) return;
      least = std::min(least, *from);
      most = std::max(most, to[-1]);
      entries += static_cast<std::uint64_t>(to - from);
    });
  }
  begins_.reserve(all + 1);
  changes_.reserve(all);
  if (entries == 0) return;
  const std::uint64_t words = RankedBits::words_for(least, most);
  if (words > entries * kWordsOfEntry + kFewWords) return;
  words_.resize(words);
  dense_ = RankedBits(least, words_);
}

void ChangedKeys::add(Huri key, Huri value, bool is_delete) {
  if (begins_.empty() || last_key_ != key) {
    last_key_ = key;
    const auto number = static_cast<std::uint32_t>(begins_.size());
    begins_.push_back(static_cast<std::uint32_t>(changes_.size()));
    if ((key.bits() - dense_.first().bits()) / 64 < words_.size()) {
      dense_.add(key, number);
    } else {
      table_.make_room(scattered_.size(), [&](std::uint32_t entry) { return spread(hash_of(scattered_[entry].key)); });
      table_.find_or_insert(spread(hash_of(key)), scattered_.size(), [](std::uint32_t) { return false; });
      scattered_.push_back({key, number});
    }
  }
  changes_.push_back({value, is_delete});
}

void ChangedKeys::make_bloom_filter() {
  const std::uint64_t words = std::bit_ceil(std::max<std::uint64_t>(scattered_.size() / kKeysOfWord, 2));
  shift_ = 64 - std::countr_zero(words);
  bloom_.assign(words, 0);
  for (const Scattered& each : scattered_) {
    const std::uint64_t hash = hash_of(each.key);
    bloom_[hash >> shift_] |= bits_of(hash);
  }
}

std::span<const ChangedKeys::Change> ChangedKeys::find(Huri key) const {
  if (!words_.empty()) {
    if (const RankedBits::Place place = dense_.find(key); place.is_there) return changes_of(place.number);
  }
  if (scattered_.empty()) return {};
  const std::uint32_t entry =
      table_.find(spread(hash_of(key)), [&](std::uint32_t number) { return scattered_[number].key == key; });
  return entry == NumberTable::kNone ? std::span<const Change>() : changes_of(scattered_[entry].number);
}

std::uint64_t count_changes(const MergedRun& run, const QuadPrefix& prefix) {
  std::uint64_t count = 0;
  run.find(prefix).for_each_level([&](const DeltaRun&, DeltaRun::Entries entries) { count += entries.size(); });
  return count;
}

}  // namespace quadrille
