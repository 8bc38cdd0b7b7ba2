#pragma once

// A level: what one or several commits have changed in one shard, as entries of each of its ten runs (delta_run.hpp).
//
//   | DeltaLevel: size, ten DeltaRuns | entries of spo | entries of pso | ... | entries of gpos |
//
// A shard has few levels, from the oldest to the newest; each is at least four times as large as all newer ones
// together (levels_to_merge), so that a row is written again a few times only. A level is made by build_level() from
// the changes of a commit, or by merge_levels().
//
// The memory comes from a resource whose memory the whole group maps at the same address: others read the level through
// a plain pointer for as long as its owner keeps it. Nothing in it belongs to one process, and nothing changes (D2).

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "quadstore/delta_run.hpp"
#include "quadstore/hidden_rows.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille {

// The most levels that a shard ever shows to readers.
inline constexpr std::size_t kMaxDeltaLevels = 8;

// Entries of one run while they are put together, in the process's own memory.
struct DeltaEntries {
  std::vector<std::uint64_t> words;
  std::array<std::vector<Huri>, kMaxColumns> columns;
};

class DeltaLevel {
 public:
  const DeltaRun& run(Permutation permutation) const { return runs_[static_cast<std::size_t>(index(permutation))]; }

  // Changed rows: how large the level is, for levels_to_merge. A row counts on its subject's side and on its object's.
  std::uint64_t changes() const;
  std::size_t size_bytes() const { return bytes_; }
  bool empty() const { return changes() == 0; }

 private:
  friend class LevelBuilder;
  DeltaLevel() = default;

  std::size_t bytes_ = 0;
  std::array<DeltaRun, kPermutations> runs_;
};

// Whose last owner gives the memory back, in whatever thread. The resource outlives it.
using DeltaLevelPtr = std::shared_ptr<const DeltaLevel>;

// Makes a level whose entries are written where they stay. Local.
class LevelBuilder {
 public:
  // Room for so many entries of each permutation. Fails with ErrorKind::memory as the resource does, and with
  // ErrorKind::unsupported when a run has more than DeltaRun::kMaxEntries.
  LevelBuilder(const std::array<std::size_t, kPermutations>& entries, std::pmr::memory_resource& memory);

  DeltaRun::Space space(Permutation permutation) { return run(permutation).space(); }
  // All entries are written.
  DeltaLevelPtr finish();

 private:
  DeltaRun& run(Permutation permutation) { return level_->runs_[static_cast<std::size_t>(index(permutation))]; }
  std::shared_ptr<DeltaLevel> level_;
};

// Local. A level of these entries, by permutation. Fails as LevelBuilder does.
DeltaLevelPtr place_level(const std::array<DeltaEntries, kPermutations>& entries, std::pmr::memory_resource& memory);

// The levels that a reader sees of one shard, the oldest first, and the base rows that it does not see: no level
// deletes one of these, and a level that inserts one again has it as its own. Plain data: members of a group may send
// it each other.
struct LevelList {
  std::uint64_t count = 0;
  std::array<const DeltaLevel*, kMaxDeltaLevels> levels{};
  const HiddenRows* hidden = nullptr;  // nullptr: none

  std::span<const DeltaLevel* const> span() const { return std::span(levels).first(count); }
  bool empty() const { return count == 0 && hidden == nullptr; }
};

}  // namespace quadrille
