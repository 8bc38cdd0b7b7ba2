#pragma once

// The content of the manifest that Checkpoint writes.

#include <cstdint>
#include <vector>

#include "loader/build/build_options.hpp"
#include "loader/build/build_report.hpp"
#include "loader/build/vocabulary_range.hpp"
#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Collective. Returns the files that all images have written, on every image, ordered by role and part.
std::vector<ManifestFile> gather_files(pgas::Team& team, const std::vector<ManifestFile>& mine);

// Local. Returns a manifest without its files. counts: distinct terms by kind.
Manifest describe(const BuildReport& report, const BuildOptions& options, std::uint64_t generation,
                  const KindCounts& counts);

}  // namespace quadrille
