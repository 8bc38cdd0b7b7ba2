#pragma once

// A DeltaLevel holds the changes of one or several commits in one shard, as entries of each of its runs
// (delta_run.hpp).
//
//   | DeltaLevel: size, a DeltaRun for each permutation | entries of spo | entries of pso | ... | entries of ospt |
//
// A shard has few levels, from the oldest to the newest. Each is at least four times as large as all newer ones
// together (levels_to_merge), so that a row is rewritten only a few times. build_level() makes a level from the
// changes of a commit, merge_levels() from several levels.
//
// The memory comes from a resource that the whole group maps at the same address: others read the level through a
// plain pointer as long as its owner keeps it. Nothing in it belongs to one process, and nothing changes (D2).

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/limit.hpp"
#include "quadstore/delta_run.hpp"
#include "quadstore/hidden_rows.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille {

// The largest number of levels of a shard that readers can see.
inline constexpr std::size_t kMaxDeltaLevels = 8;

// The most entries of a run of a level.
inline Limit most_entries("entries", DeltaRun::kMaxEntries);

// Entries of one run while they are collected, in the process's own memory.
struct DeltaEntries {
  Marks alone = Marks::none;  // marks that rows of some entries have alone
  std::vector<std::uint64_t> words;
  std::array<std::vector<Huri>, kMaxColumns> columns;
};

class DeltaLevel {
 public:
  const DeltaRun& run(Permutation permutation) const { return runs_[static_cast<std::size_t>(index(permutation))]; }

  // The number of changed rows, which is the size of the level for levels_to_merge. A row counts on its subject's side
  // and on its object's.
  std::uint64_t changes() const;
  std::size_t size_bytes() const { return bytes_; }
  bool empty() const { return changes() == 0; }
  // The marks that rows of some entries have alone, before or after: none in a database without rules.
  Marks alone() const;

 private:
  friend class LevelBuilder;
  DeltaLevel() = default;

  std::size_t bytes_ = 0;
  std::array<DeltaRun, kPermutations> runs_;
};

// The last owner releases the memory, in any thread. The resource outlives it.
using DeltaLevelPtr = std::shared_ptr<const DeltaLevel>;

// Makes a level whose entries are written in place. Local.
class LevelBuilder {
 public:
  // Reserves room for the entries of each permutation. Fails with ErrorKind::memory as the resource does, and
  // with ErrorKind::unsupported if a run has more than most_entries.
  LevelBuilder(const std::array<DeltaRun::Size, kPermutations>& sizes, std::pmr::memory_resource& memory);

  DeltaRun::Space space(Permutation permutation) { return run(permutation).space(); }
  // Call it when all entries are written.
  DeltaLevelPtr finish();

 private:
  DeltaRun& run(Permutation permutation) { return level_->runs_[static_cast<std::size_t>(index(permutation))]; }
  std::shared_ptr<DeltaLevel> level_;
};

// Local. A level of these entries, by permutation. Fails as LevelBuilder does.
DeltaLevelPtr place_level(const std::array<DeltaEntries, kPermutations>& entries, std::pmr::memory_resource& memory);

// The levels of one shard that a reader sees, the oldest first, and the hidden base rows. No level changes a hidden
// row; a level that inserts one again has it as its own row. Plain data: members of a group may send it to each other.
struct LevelList {
  std::uint64_t count = 0;
  std::array<const DeltaLevel*, kMaxDeltaLevels> levels{};
  const HiddenRows* hidden = nullptr;  // nullptr: none

  std::span<const DeltaLevel* const> span() const { return std::span(levels).first(count); }
  bool empty() const { return count == 0 && hidden == nullptr; }
};

}  // namespace quadrille
