#pragma once

// Writes the terms of updates to files of a generation and reads them at the start, so that their HURIs in quads keep
// their meaning, with any number of images (dictionary/delta_vocabulary.hpp). A merge writes these files. A build
// writes none, and a part without terms has no file.
//
//   DIR/generation-N/delta-terms-0003.terms       role delta-vocabulary, part 3
//
//   sealed (quadstore/sealed_file.hpp), mark "QDLTTERM":
//   | part : 4 | parts : 4 | terms : 8 | term 0 | term 1 | ...       in order of their numbers
//   term    | kind of its HURI : 1 | TermKind : 1 | text | for literals: datatype | language |
//           texts: the number of bytes as a varint, then the bytes
//
// Reading copies the terms into the tables: about 200 ns a term. Errors are ErrorKind::io and name the file.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "dictionary/delta_vocabulary.hpp"
#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Local. Writes this image's parts, each in its state when size(image()) was `image_size`, and syncs the files. Their
// folder exists, and the caller syncs it.
std::vector<ManifestFile> write_delta_terms(const std::filesystem::path& folder, std::uint64_t generation,
                                            const DeltaVocabulary& delta, std::uint64_t image_size);

// Collective over the images that have made `delta`, which is empty and has delta_parts(manifest.shards) parts: every
// image reads the files of its own parts. All throw the same error, or none does. Afterwards all terms can be read.
void load_delta_terms(pgas::Team& team, const std::filesystem::path& folder, const Manifest& manifest,
                      DeltaVocabulary& delta);

}  // namespace quadrille
