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

struct BackupOrder {
  std::string folder;            // of the database
  std::uint64_t next_blank = 0;  // counters from here on are not used by the state
  std::string target;            // as the first member sees it
  quadrille::BackupOptions options;
  std::function<bool()> stopped;  // looked at by the first member; may be empty
};

// Collective over `team`, all images in one lane; outside of Team::run(). All return alike or throw the same Error. The
// state is kept by the caller, and so are its generation's files. The report is the first member's; the others get an
// empty one. Memory: the state's changes, twice; they travel some MB at a time.
BackupReport backup_state(pgas::Team& team, const ServedState& state, const BackupOrder& order);

}  // namespace quadrille::server
