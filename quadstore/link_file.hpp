#pragma once

// A second name for a file that never changes: a hard link, or a copy where the file system has none (another one, or
// too many links). The old name may go afterwards. Errors are those of io_error.hpp.

#include <filesystem>

#include "quadstore/aside_file.hpp"

namespace quadrille {

// Local. `to` is not there; its folder is, and is for the caller to sync. The file is synced already. A copy is
// compared with `seal`: damage is found and not copied (ErrorKind::io).
void link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to, const FileSeal& seal);

// Local. The first half of it: false where the file system has no link from one to the other.
bool link_file(const std::filesystem::path& from, const std::filesystem::path& to);

// Local. The second half of it, for file systems without links.
void copy_file(const std::filesystem::path& from, const std::filesystem::path& to, const FileSeal& seal);

}  // namespace quadrille
