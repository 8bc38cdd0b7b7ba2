#pragma once

// Makes the folder of the next generation beside the current one, and takes over files that do not change.
//
//   DIR/manifest.json          names generation 3
//   DIR/generation-3/...       the current generation
//   DIR/generation-4/...       is being written; not used until a manifest names it
//
// A process that opens the database for writing removes a folder that no manifest names.

#include <filesystem>
#include <vector>

#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Collective. Makes the empty folder of a generation, on the first member, and removes leftovers of a merge or rebuild
// that died. Fails with ErrorKind::io if the manifest already names the folder.
void begin_generation(pgas::Team& team, const std::filesystem::path& folder, std::uint64_t generation);

// Local, on the first member. Removes the folder again, unless the manifest names it; nobody writes to it any more.
// Ignores errors.
void give_up_generation(const std::filesystem::path& folder, std::uint64_t generation) noexcept;

// Local. Makes the same file under its name in another generation: a hard link, or a copy (link_file.hpp).
ManifestFile take_over(const std::filesystem::path& folder, const ManifestFile& file, std::uint64_t generation);

// Collective. Called when this image's files are written: syncs the folder, and returns the files of all images, on
// each.
std::vector<ManifestFile> end_generation(pgas::Team& team, const std::filesystem::path& folder,
                                         std::uint64_t generation, const std::vector<ManifestFile>& mine);

}  // namespace quadrille
