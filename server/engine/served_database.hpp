#pragma once

// A ServedDatabase is a database as the commands use it: opened at the addresses that the group has agreed on, with a
// snapshot for queries.

#include <optional>
#include <string>
#include <vector>

#include "loader/database/database.hpp"
#include "loader/database/dump.hpp"
#include "pgas/address_space.hpp"
#include "pgas/team.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille::server {

class ServedDatabase {
 public:
  // Collective. Every image opens the same folder: all of it in a team of one group, otherwise the shards of its
  // group's members, and the vocabulary.
  ServedDatabase(const std::string& folder, pgas::Team& team)
      : database_(folder, GenerationOptions{pgas::kFilesBase, shards_of_group(folder, team)},
                  vocabulary_parts(team, folder)),
        snapshot_(database_.generation()) {
    database_.share_vocabulary(team);
  }
  ServedDatabase(const ServedDatabase&) = delete;
  ServedDatabase& operator=(const ServedDatabase&) = delete;

  const Database& database() const { return database_; }
  const Manifest& manifest() const { return database_.generation().manifest(); }
  const Dictionary& dictionary() const { return database_.dictionary(); }
  const Snapshot& snapshot() const { return snapshot_; }

 private:
  static std::optional<std::vector<ShardId>> shards_of_group(const std::string& folder, const pgas::Team& team) {
    if (team.is_one_group()) return std::nullopt;
    std::vector<ShardId> shards;
    const std::uint32_t count = Manifest::read(folder).shards;
    for (int member = team.group_begin(team.group()); member < team.group_end(team.group()); ++member) {
      for (const ShardId shard : shards_of_member(member, team.size(), count)) shards.push_back(shard);
    }
    return shards;
  }

  Database database_;
  Snapshot snapshot_;
};

}  // namespace quadrille::server
