#include "quadstore/changed_keys.hpp"

#include <bit>

namespace quadrille {

namespace {

constexpr std::uint64_t kBitsOfKey = 16;  // of the filter, at least

// The lower bits of the product depend on few bits of the key.
std::uint64_t spread(std::uint64_t hash) {
  return hash >> 32;
}

}  // namespace

ChangedKeys::ChangedKeys(std::span<const MergedRun> runs, const QuadPrefix& prefix, std::pmr::memory_resource& memory)
    : keys_(&memory), begins_(&memory), changes_(&memory), table_(&memory), filter_(&memory) {
  for (const MergedRun& run : runs) {
    detail::LevelHeads heads;
    run.find(prefix).for_each_level(
        [&](const DeltaRun& level, DeltaRun::Entries entries) { heads.add(level, entries); });
    const int column = prefix.size();
    const bool has_values = column + 1 < run.columns();
    const auto add_entry = [&](const DeltaRun& level, std::uint32_t entry, bool is_delete) {
      add(level.column(column)[entry], has_values ? level.column(column + 1)[entry] : kUnbound, is_delete);
    };
    while (!heads.empty()) {
      const auto stretch = heads.peek();
      if (!stretch.is_shared()) {
        for (std::uint32_t entry = stretch.begin; entry < stretch.end; ++entry) {
          add_entry(*stretch.run, entry, stretch.run->is_delete(entry));
        }
      } else if (stretch.net != 0) {
        add_entry(*stretch.run, stretch.begin, stretch.net < 0);
      }
      heads.advance(stretch, stretch.end - stretch.begin);
    }
  }
  complete();
}

void ChangedKeys::add(Huri key, Huri value, bool is_delete) {
  if (keys_.empty() || keys_.back() != key) {
    keys_.push_back(key);
    begins_.push_back(static_cast<std::uint32_t>(changes_.size()));
  }
  changes_.push_back({value, is_delete});
}

void ChangedKeys::complete() {
  begins_.push_back(static_cast<std::uint32_t>(changes_.size()));
  const std::uint64_t bits = std::bit_ceil(std::max<std::uint64_t>(keys_.size() * kBitsOfKey, 64));
  shift_ = 64 - std::countr_zero(bits);
  filter_.assign(bits / 64, 0);
  table_.clear_for(keys_.size());
  for (std::uint32_t number = 0; number < keys_.size(); ++number) {
    const std::uint64_t hash = hash_of(keys_[number]);
    filter_[hash >> shift_ >> 6] |= std::uint64_t{1} << (hash >> shift_ & 63);
    table_.find_or_insert(spread(hash), number, [](std::uint32_t) { return false; });
  }
}

std::span<const ChangedKeys::Change> ChangedKeys::find_exactly(Huri key, std::uint64_t hash) const {
  const std::uint32_t number = table_.find(spread(hash), [&](std::uint32_t entry) { return keys_[entry] == key; });
  if (number == NumberTable::kNone) return {};
  return std::span(changes_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
}

std::uint64_t count_changes(const MergedRun& run, const QuadPrefix& prefix) {
  std::uint64_t count = 0;
  run.find(prefix).for_each_level(
      [&](const DeltaRun&, DeltaRun::Entries entries) { count += entries.end - entries.begin; });
  return count;
}

}  // namespace quadrille
