#pragma once

// A sealed file is a small file with one checksummed table (statistics, heavy objects):
//
//   | mark 8 B | format 4 B | 0 4 B | bytes of the table 8 B | checksum 8 B | the table |
//
// The checksum covers the table and the three fields before it. Errors are ErrorKind::io and name the file.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "quadstore/aside_file.hpp"

namespace quadrille {

// `mark` has 8 characters and identifies the kind of file.
FileSeal write_sealed(const std::filesystem::path& path, std::string_view mark, std::uint32_t format,
                      std::string_view table);

// Returns the table of a file with this mark and a format up to `format`.
std::string read_sealed(const std::filesystem::path& path, std::string_view mark, std::uint32_t format);

}  // namespace quadrille
