#pragma once

// The folder of a generation that is being written beside the one that is served, and the files that it takes over.
//
//   DIR/manifest.json          names generation 3
//   DIR/generation-3/...       is served
//   DIR/generation-4/...       is being written; nobody looks at it until a manifest names it
//
// Whoever opens the database removes a folder that no manifest names.

#include <filesystem>
#include <string>
#include <vector>

#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Collective. Makes the empty folder of a generation, on the first member; what a merge or rebuild that died has left
// there is removed. Fails with ErrorKind::io if the manifest names it already.
void begin_generation(pgas::Team& team, const std::filesystem::path& folder, std::uint64_t generation);

// Local, on the first member. Removes it again, unless the manifest names it: nobody writes into it any more. Says
// nothing if that fails.
void give_up_generation(const std::filesystem::path& folder, std::uint64_t generation) noexcept;

// Local. The same file under the name that it has in another generation: a hard link, or a copy (link_file.hpp).
ManifestFile take_over(const std::filesystem::path& folder, const ManifestFile& file, std::uint64_t generation);

// Collective. This image's files are written: syncs the folder, and returns the files of all images, on each.
std::vector<ManifestFile> end_generation(pgas::Team& team, const std::filesystem::path& folder,
                                         std::uint64_t generation, const std::vector<ManifestFile>& mine);

}  // namespace quadrille
