#include "loader/compaction/generation_rules.hpp"

#include "quadstore/rules_file.hpp"

namespace quadrille {

void GenerationRules::put_file(const std::filesystem::path& folder, std::uint64_t generation,
                               std::vector<ManifestFile>& files) const {
  if (!stored.empty()) files.push_back(write_rules_file(folder, generation, stored));
}

void GenerationRules::put_names(Manifest& manifest) const {
  if (stored.empty()) {
    manifest.options.erase("rules");
  } else {
    manifest.options["rules"] = names;
  }
}

}  // namespace quadrille
