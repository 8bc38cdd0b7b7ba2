#pragma once

// The rules of the next generation, if they are others than those of the current one: the log has them until then.

#include <filesystem>
#include <string>
#include <vector>

#include "quadstore/manifest.hpp"

namespace quadrille {

struct GenerationRules {
  std::string names;   // for users, as in the manifest's option "rules"
  std::string stored;  // the content of their file (quadstore/rules_file.hpp); empty: there are none

  // Local. Writes the file, if there are rules, and adds it to `files`.
  void put_file(const std::filesystem::path& folder, std::uint64_t generation, std::vector<ManifestFile>& files) const;
  // Local. Names them in the manifest.
  void put_names(Manifest& manifest) const;
};

}  // namespace quadrille
