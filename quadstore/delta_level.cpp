#include "quadstore/delta_level.hpp"

#include <algorithm>
#include <new>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kAlignment = 64;

}  // namespace

std::uint64_t DeltaLevel::changes() const {
  std::uint64_t rows = 0;
  for (const QuadTable table : kAllQuadTables) rows += run(by_subject(table)).size() + run(by_object(table)).size();
  return rows;
}

Marks DeltaLevel::alone() const {
  Marks alone = Marks::none;
  for (const DeltaRun& run : runs_) alone = alone | run.alone();
  return alone;
}

LevelBuilder::LevelBuilder(const std::array<DeltaRun::Size, kPermutations>& sizes, std::pmr::memory_resource& memory) {
  std::size_t bytes = sizeof(DeltaLevel);
  for (int number = 0; number < kPermutations; ++number) {
    const DeltaRun::Size& size = sizes[static_cast<std::size_t>(number)];
    if (size.entries > most_entries) {
      fail(ErrorKind::unsupported,
           "one shard would have {} changed rows, at most {} are possible: compact the database", size.entries,
           std::uint64_t{most_entries});
    }
    bytes += DeltaRun::bytes(size, column_count(permutation_at(number)));
  }
  void* const place = memory.allocate(bytes, kAlignment);
  auto* const level = new (place) DeltaLevel;
  level->bytes_ = bytes;
  std::byte* next = static_cast<std::byte*>(place) + sizeof(DeltaLevel);
  for (int number = 0; number < kPermutations; ++number) {
    const DeltaRun::Size& size = sizes[static_cast<std::size_t>(number)];
    if (size.entries == 0) continue;
    const int columns = column_count(permutation_at(number));
    level->runs_[static_cast<std::size_t>(number)] = DeltaRun(size, columns, next);
    next += DeltaRun::bytes(size, columns);
  }
  level_ = {level, [bytes, &memory](DeltaLevel* owned) { memory.deallocate(owned, bytes, kAlignment); }};
}

DeltaLevelPtr LevelBuilder::finish() {
  for (DeltaRun& run : level_->runs_) run.complete();
  return std::move(level_);
}

DeltaLevelPtr place_level(const std::array<DeltaEntries, kPermutations>& entries, std::pmr::memory_resource& memory) {
  std::array<DeltaRun::Size, kPermutations> sizes{};
  for (std::size_t number = 0; number < sizes.size(); ++number) {
    sizes[number] = {entries[number].words.size(), entries[number].alone};
  }
  LevelBuilder level(sizes, memory);
  for (int number = 0; number < kPermutations; ++number) {
    const DeltaEntries& own = entries[static_cast<std::size_t>(number)];
    const DeltaRun::Space space = level.space(permutation_at(number));
    std::copy(own.words.begin(), own.words.end(), space.words.begin());
    for (std::size_t column = 0; column < own.columns.size(); ++column) {
      std::copy(own.columns[column].begin(), own.columns[column].end(), space.columns[column].begin());
    }
  }
  return level.finish();
}

}  // namespace quadrille
