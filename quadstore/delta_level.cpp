#include "quadstore/delta_level.hpp"

#include <new>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kAlignment = 64;

}  // namespace

std::uint64_t DeltaLevel::changes() const {
  std::uint64_t rows = 0;
  for (const auto permutation : {Permutation::spo, Permutation::ops, Permutation::spog, Permutation::opsg}) {
    rows += run(permutation).size();
  }
  return rows;
}

DeltaLevelPtr place_level(const std::array<DeltaEntries, kPermutations>& entries, std::pmr::memory_resource& memory) {
  std::size_t bytes = sizeof(DeltaLevel);
  for (int number = 0; number < kPermutations; ++number) {
    const std::size_t count = entries[static_cast<std::size_t>(number)].words.size();
    if (count > DeltaRun::kMaxEntries) {
      fail(ErrorKind::unsupported,
           "one shard would have {} changed rows, at most {} are possible: compact the database", count,
           DeltaRun::kMaxEntries);
    }
    bytes += DeltaRun::bytes(count, column_count(permutation_at(number)));
  }
  void* const place = memory.allocate(bytes, kAlignment);
  auto* const level = new (place) DeltaLevel;
  level->bytes_ = bytes;
  std::byte* next = static_cast<std::byte*>(place) + sizeof(DeltaLevel);
  for (int number = 0; number < kPermutations; ++number) {
    const DeltaEntries& own = entries[static_cast<std::size_t>(number)];
    const auto columns = static_cast<std::size_t>(column_count(permutation_at(number)));
    std::array<std::span<const Huri>, kMaxColumns> spans;
    for (std::size_t column = 0; column < columns; ++column) spans[column] = own.columns[column];
    level->runs_[static_cast<std::size_t>(number)] = DeltaRun(own.words, std::span(spans).first(columns), next);
    next += DeltaRun::bytes(own.words.size(), static_cast<int>(columns));
  }
  return {level, [&memory](const DeltaLevel* gone) {
            const std::size_t its_bytes = gone->size_bytes();
            memory.deallocate(const_cast<DeltaLevel*>(gone), its_bytes, kAlignment);
          }};
}

}  // namespace quadrille
