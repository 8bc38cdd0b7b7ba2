#pragma once

// For tests of several images: the files that one image alone builds from the same input, in a separate process without
// this job.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "quadstore/manifest.hpp"

namespace quadrille::testing {

// Local. Returns the files of the database that the program `build_bench` writes to `database`.
inline std::vector<ManifestFile> built_alone(const char* build_bench, const std::filesystem::path& database,
                                             const std::string& input) {
  const std::string command =
      fmt::format("env -i '{}' '{}' '{}' >/dev/null 2>&1", build_bench, database.string(), input);
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return Manifest::read(database).files;
}

// Leaves out files of the vocabulary: more images may divide it differently.
inline std::vector<ManifestFile> without_vocabulary(std::vector<ManifestFile> files) {
  std::erase_if(files, [](const ManifestFile& file) { return file.role == file_role::kVocabulary; });
  return files;
}

}  // namespace quadrille::testing
