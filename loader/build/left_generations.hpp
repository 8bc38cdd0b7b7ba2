#pragma once

// What compactions that did not end well have left in the folder of a database: generations that the manifest does not
// name, and files that were being written (AsideFile). Whoever writes the database removes them when it starts.
//
//   DIR/generation-3/       the manifest names generation-2, or generation-4: removed
//   DIR/manifest.json.tmp   removed
//   DIR/generation-3.old, DIR/notes.txt, a link, a generation with files of another kind: left alone

#include <filesystem>
#include <string>
#include <vector>

namespace quadrille {

// Local, on one image; nothing is removed.
std::vector<std::filesystem::path> left_generations(const std::filesystem::path& folder);

// Local, on one image, which holds the log's lock to write (log_lock.hpp), so that nobody makes a generation. The paths
// that were removed; what cannot be removed now is tried again at the next start.
std::vector<std::filesystem::path> remove_left_generations(const std::filesystem::path& folder);

}  // namespace quadrille
