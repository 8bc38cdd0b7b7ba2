#pragma once

// Waits for files that another image writes. They are on a file system that all hosts share. Some file systems (NFS)
// show new files late, so an image waits some seconds for a file of another image. If the file does not appear, the
// error names this host and a remedy.

#include <cstdint>
#include <filesystem>
#include <string>

namespace quadrille {

// Local. The name of this host.
std::string host_name();

// Local. Waits some seconds until `path` exists. Fails with ErrorKind::io. `maker` names the image that has made it:
// "the first image".
void await_path(const std::filesystem::path& path, const std::string& maker);

// Local. As await_path(), for a file of this size.
void await_file(const std::filesystem::path& path, std::uint64_t size_bytes, const std::string& maker);

}  // namespace quadrille
