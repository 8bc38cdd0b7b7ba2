#pragma once

// Finds and removes what failed compactions have left in a database folder: generations that the manifest does not
// name, and half-written files (AsideFile). A process that writes the database removes them when it starts.
//
//   DIR/generation-3/       the manifest names generation-2, or generation-4: removed
//   DIR/manifest.json.tmp   removed
//   DIR/generation-3.old, DIR/notes.txt, a link, a generation with files of another kind: left alone

#include <filesystem>
#include <vector>

namespace quadrille {

// Local, on one image. Returns the leftovers and removes nothing.
std::vector<std::filesystem::path> left_generations(const std::filesystem::path& folder);

// Local, on one image. The image holds the log's write lock (log_lock.hpp), so nobody makes a generation meanwhile.
// Returns the removed paths; a path that cannot be removed is tried again at the next start.
std::vector<std::filesystem::path> remove_left_generations(const std::filesystem::path& folder);

}  // namespace quadrille
