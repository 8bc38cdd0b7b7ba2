#pragma once

// What one image writes and another reads lies on a file system that all hosts see. Some of these (NFS) are moments
// late, so whoever looks for a file of another image waits a little; and when it never comes the error names this host
// and says what to do.

#include <cstdint>
#include <filesystem>
#include <string>

namespace quadrille {

// Local. The name of this host.
std::string host_name();

// Local. Waits until `path` is there, seconds at most. Fails with ErrorKind::io. `maker` says who has made it: "the
// first image".
void await_path(const std::filesystem::path& path, const std::string& maker);

// Local. As await_path(), for a file of this size.
void await_file(const std::filesystem::path& path, std::uint64_t size_bytes, const std::string& maker);

}  // namespace quadrille
