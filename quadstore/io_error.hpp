#pragma once

// What the system said of a file, as an Error: ErrorKind::storage_full if the disk or a quota on it is full,
// ErrorKind::io otherwise.

#include <filesystem>

namespace quadrille {

// cannot ACTION PATH: what `code`, an errno, means.
[[noreturn]] void fail_io(const char* action, const std::filesystem::path& path, int code);

}  // namespace quadrille
