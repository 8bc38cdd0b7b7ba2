#pragma once

// Hosts that do not share their file system may have different copies of a database. They are compared before they are
// opened: by the bytes of DIR/manifest.json, which has the checksums of all files.

#include <filesystem>

#include "pgas/team.hpp"

namespace quadrille::server {

// Collective; within Team::run. Throws Error(user), with the hosts, paths and fingerprints of two copies, if the images
// do not all find the same database at `folder`. Says nothing if all find none: opening it does.
void require_same_database(pgas::Team& team, const std::filesystem::path& folder);

}  // namespace quadrille::server
