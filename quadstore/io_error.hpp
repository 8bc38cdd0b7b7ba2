#pragma once

// fail_io() throws the system's error for a file: ErrorKind::storage_full if the disk or a quota is full, else
// ErrorKind::io.

#include <filesystem>

namespace quadrille {

// Message: "cannot ACTION PATH", and the meaning of `code`, an errno.
[[noreturn]] void fail_io(const char* action, const std::filesystem::path& path, int code);

}  // namespace quadrille
