#pragma once

// PlacedFiles are copies of files in the tiers of the policy: of the parts of a database that a group maps. While the
// object exists, descriptor_of() gives a copy in the place of its file; a mapping of it stays when the object is gone.
// The memory is freed when the last process has unmapped it.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pgas/placement.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas {

class PlacedFiles {
 public:
  struct File {
    std::filesystem::path path;
    Structure structure;
  };
  // A copy, with the size of the file.
  struct Copy {
    int descriptor = -1;
    std::size_t bytes = 0;
  };

  // Collective. Copies those of `files` whose structure the policy names; all images of a group name the same ones. The
  // images of a group share the work. Throws the same Error on all images. Without a policy this does nothing.
  PlacedFiles(Team& team, const std::vector<File>& files);
  ~PlacedFiles();
  PlacedFiles(const PlacedFiles&) = delete;
  PlacedFiles& operator=(const PlacedFiles&) = delete;

  // Local. The copy of a file that an object of this process has.
  static std::optional<Copy> copy_of(const std::filesystem::path& path);
  // Local. The copy of a file has been mapped at an address, and a mapping has ended. Copies in other tiers than `huge`
  // and `file` count against --memory for as long as the process that made them maps them.
  static void mapped(const std::filesystem::path& path, const void* address);
  static void unmapped(const void* address);

 private:
  void clear();
  void add(const std::filesystem::path& path, const Copy& copy, Heap* heap, std::size_t counted_bytes);
  void copy_mine(Team& team, const std::vector<File>& files);
  void open_others(Team& team, const std::vector<File>& files);

  std::vector<std::string> paths_;  // of the copies
};

}  // namespace quadrille::pgas
