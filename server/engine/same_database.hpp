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
// do not all find the same database at `folder`. If no image finds one, opening it reports the error.
void require_same_database(pgas::Team& team, const std::filesystem::path& folder);

// Collective; within Team::run. Empty if all hosts share the folder: a file that the first image writes is there for an
// image of each host. Else why the database cannot be changed, the same text on all images: each host would have only
// its own images' part of the changes. Empty as well if the first image cannot write there; opening the log reports it.
std::string why_not_shared(pgas::Team& team, const std::filesystem::path& folder);
// Collective; within Team::run. Throws that as an Error(user).
void require_shared_folder(pgas::Team& team, const std::filesystem::path& folder);

// Collective; within Team::run. Takes the lock of a command (`role`) that can share the database: on the first image,
// nullptr on the others. Throws the same errors, and one if there is no database.
std::unique_ptr<DatabaseLock> share_database(pgas::Team& team, const std::string& folder, const char* role);

}  // namespace quadrille::server
