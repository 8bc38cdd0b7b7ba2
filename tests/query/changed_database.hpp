#pragma once

// A ChangedDatabase holds the quads of a database in another way: its base lacks some of them and has some others, and
// levels of changes correct this. Every query has the same answer as on the database itself, so every query tests
// reading base and changes together.
//
//   base       half of the quads, and some more made of the same terms; all triple terms
//   level 1    inserts some missing quads; deletes some surplus ones, and some right ones; inserts other surplus ones
//   level 2    inserts the remaining missing quads, deletes the remaining surplus ones
//   level 3    inserts the right quads again that level 1 has deleted

#include <filesystem>
#include <memory>
#include <memory_resource>
#include <optional>
#include <set>
#include <vector>

#include "pgas/team.hpp"
#include "quadstore/delta_builder.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille::testing {

// The shards that are open in a snapshot, for a changed database of the same team; nothing: all of them.
std::optional<std::vector<ShardId>> open_shards(const Snapshot& snapshot);

// All quads of a generation whose shards are open.
std::set<Quad> quads_of(const Generation& generation);

class ChangedDatabase {
 public:
  // Collective. Of the database in `folder`; makes another folder beside it. `seed`: the same on all images. `shards`:
  // those that this image opens, as for Generation::open.
  ChangedDatabase(pgas::Team& team, const std::filesystem::path& folder, std::uint64_t seed,
                  std::optional<std::vector<ShardId>> shards);
  ChangedDatabase(const ChangedDatabase&) = delete;
  ChangedDatabase& operator=(const ChangedDatabase&) = delete;

  const Snapshot& snapshot() const { return *snapshot_; }
  // Collective. The base that a merge makes of base and changes: what is asked of it has the same answer again.
  // `shards` as above.
  Generation merge(pgas::Team& team, std::optional<std::vector<ShardId>> shards) const;

 private:
  struct Commit {
    std::set<Quad> deleted, inserted;
  };
  void add_level(const Commit& commit, SnapshotDelta& delta);

  std::unique_ptr<Generation> base_;
  std::unique_ptr<Generation> whole_;  // for the statistics, which are those of all shards
  std::vector<LevelList> all_levels_;  // by shard
  std::vector<DeltaLevelPtr> levels_;
  std::unique_ptr<Snapshot> snapshot_;
};

}  // namespace quadrille::testing
