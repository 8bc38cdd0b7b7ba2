#pragma once

// The check that all hosts have the same copy of a database, before it is opened. It compares the bytes of
// DIR/manifest.json, which has the checksums of all files. Hosts without a shared file system may have different
// copies.

#include <filesystem>
#include <memory>
#include <string>

#include "pgas/team.hpp"
#include "server/engine/database_lock.hpp"

namespace quadrille::server {

// Collective; within Team::run. Throws Error(user), with the hosts, paths and fingerprints of two copies, if the images
// do not all find the same database at `folder`. Says nothing if all find none: opening it does.
void require_same_database(pgas::Team& team, const std::filesystem::path& folder);

// Collective; within Team::run. The lock of a command (`role`) that works on a database beside others: the first
// image's, nullptr on the others. Throws as above, and where there is no database.
std::unique_ptr<DatabaseLock> share_database(pgas::Team& team, const std::string& folder, const char* role);

}  // namespace quadrille::server
