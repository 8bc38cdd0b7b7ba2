#pragma once

// Backs up one state, on all images: the first image writes; the others send it the changes of their shards since the
// generation was made.

#include <cstdint>
#include <functional>
#include <string>

#include "loader/backup/write_backup.hpp"
#include "pgas/team.hpp"
#include "server/engine/state_table.hpp"

namespace quadrille::server {

struct BackupRequest {
  std::string folder;            // of the database
  std::uint64_t next_blank = 0;  // the state uses only counters below
  std::string target;            // a path on the first member's host
  quadrille::BackupOptions options;
  std::function<bool()> stopped;  // called by the first member; may be empty
};

// Collective over `team`, all images in one lane; outside of Team::run(). All return or throw the same Error. The
// caller keeps the state and the files of its generation. The first member returns the report; the others return an
// empty one. Memory: the state's changes, twice; they are sent some MB at a time.
BackupReport backup_state(pgas::Team& team, const ServedState& state, const BackupRequest& request);

}  // namespace quadrille::server
