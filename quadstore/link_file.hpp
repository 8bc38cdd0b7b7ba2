#pragma once

// Functions that give a second name to a file that never changes: a hard link, or a copy if the file system cannot
// link (another file system, or too many links). The old name may be removed afterwards. Errors are those of
// io_error.hpp.

#include <filesystem>

#include "quadstore/aside_file.hpp"

namespace quadrille {

// Local. `to` must not exist; its folder must, and the caller syncs it. The file must be synced already. A copy is
// compared with `seal`: a damaged file is not copied (ErrorKind::io).
void link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to, const FileSeal& seal);

// Local. Only links: returns false if the file system cannot link one to the other.
bool link_file(const std::filesystem::path& from, const std::filesystem::path& to);

// Local. Only copies, for file systems without links.
void copy_file(const std::filesystem::path& from, const std::filesystem::path& to, const FileSeal& seal);

}  // namespace quadrille
