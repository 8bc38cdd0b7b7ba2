#pragma once

// The terms of updates in files of a generation, so that the HURIs which its quads have of them mean the same after a
// start, with any number of images (dictionary/delta_vocabulary.hpp). A merge writes them; a build has none, and a
// part without terms has no file.
//
//   DIR/generation-N/delta-terms-0003.terms       role delta-vocabulary, part 3
//
//   sealed (quadstore/sealed_file.hpp), mark "QDLTTERM":
//   | part : 4 | parts : 4 | terms : 8 | term 0 | term 1 | ...       in order of their numbers
//   term    | kind of its HURI : 1 | TermKind : 1 | text | for literals: datatype | language |
//           texts: bytes as a varint, then they themselves
//
// Reading copies the terms into the tables: about 200 ns a term. Errors are ErrorKind::io and name the file.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "dictionary/delta_vocabulary.hpp"
#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Local. Writes this image's parts, each as it was when size(image()) was `image_size`. Synced; their folder exists and
// is for the caller to sync.
std::vector<ManifestFile> write_delta_terms(const std::filesystem::path& folder, std::uint64_t generation,
                                            const DeltaVocabulary& delta, std::uint64_t image_size);

// Collective over the images that have made `delta`, which is empty and has delta_parts(manifest.shards) parts: every
// image reads the files of its own parts. All throw the same error, or none does; afterwards all terms can be read.
void load_delta_terms(pgas::Team& team, const std::filesystem::path& folder, const Manifest& manifest,
                      DeltaVocabulary& delta);

}  // namespace quadrille
