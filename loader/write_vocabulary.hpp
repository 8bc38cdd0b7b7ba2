#pragma once

// One range of the vocabulary as a file of the database.

#include <cstdint>
#include <filesystem>
#include <functional>

#include "loader/merge_terms.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Local. Writes DIR/generation-G/vocabulary-RRRR.terms, synced; its folder exists. first_ranks: by kind, how many terms
// the ranges before have. Blank nodes are left out. `pulse(n)`: n more terms are written.
ManifestFile write_vocabulary(const std::filesystem::path& folder, std::uint64_t generation, std::uint32_t range,
                              const MergedRange& merged, KindCounts first_ranks,
                              const std::function<void(std::uint64_t)>& pulse);

}  // namespace quadrille
