#pragma once

// built_terms() reads terms back from the vocabulary files of a build that has not ended.

#include <filesystem>
#include <span>
#include <vector>

#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Local. `files`: gather_files() of RankedTerms::files, in `folder`. The HURIs have terms. Maps the files each time:
// for a few messages.
std::vector<Term> built_terms(const std::filesystem::path& folder, std::span<const ManifestFile> files,
                              std::span<const Huri> huris);

}  // namespace quadrille
