#pragma once

// The rules of a database: a sealed file of its generation that the manifest names, with the role "rules". Its content
// is what BuildRules::stored() returns (inferencer/stored_rules.hpp); this folder only keeps the bytes.
//
//   DIR/generation-1/rules.table

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "quadstore/manifest.hpp"

namespace quadrille {

// Local. Writes and syncs the file, for the manifest of this generation.
ManifestFile write_rules_file(const std::filesystem::path& folder, std::uint64_t generation, std::string_view rules);

// Local. nullopt: the manifest names no such file. Error(io) if it is damaged.
std::optional<std::string> read_rules_file(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace quadrille
