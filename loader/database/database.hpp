#pragma once

// A Database is an opened database folder: its quads and its terms. All files are mapped. Opening reads and verifies
// the tables of the runs, about 0.45 bytes a quad. Several threads can call const functions.
//
//   files at options.base_address:  | shards, one after the other | vocabulary parts, one after the other |
//
// A database that is spread over groups is opened in parts: each group opens some shards, and the whole vocabulary if
// it can (vocabulary_parts()), so that it reads every term in place. Otherwise it opens the parts of the vocabulary
// with the same numbers as its shards; then share_vocabulary() exchanges what a team needs to request the terms of
// other groups.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "loader/database/stored_triples.hpp"
#include "pgas/team.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

// The parts of the vocabulary that a group opens.
enum class VocabularyParts : std::uint8_t { all, of_shards };

// Collective. `all` if every image can open the whole vocabulary, and it takes at most a quarter of each host's memory;
// all images get the same. With QUADRILLE_VOCABULARY=parts in the environment, `of_shards` in a team of several groups.
VocabularyParts vocabulary_parts(pgas::Team& team, const std::filesystem::path& folder);

class Database {
 public:
  struct VocabularyFile {
    MappedFile mapped;
    std::string name;
  };

  // Local. Opens the shards of options.shards, and their parts of the vocabulary or all; everything if options.shards
  // is not set. Fails with ErrorKind::user if `folder` holds no database, with ErrorKind::io if it cannot be used.
  explicit Database(const std::filesystem::path& folder, const GenerationOptions& options = {},
                    VocabularyParts parts = VocabularyParts::of_shards);

  // Collective, by the images that opened the database together, before the first query. Each group sends the ranges of
  // its terms to the others. Does nothing if every group has opened the whole vocabulary.
  void share_vocabulary(pgas::Team& team);

  const Generation& generation() const { return generation_; }
  const Dictionary& dictionary() const { return dictionary_; }

  // The room that all files take from the base address on.
  static std::uint64_t mapped_bytes(const Manifest& manifest);
  // Fails with ErrorKind::memory if they need more than `limit` bytes.
  static void check_addresses(const Manifest& manifest, std::uint64_t limit);

  // Reads and verifies everything. Fails with ErrorKind::io at the first damage.
  void check() const;

 private:
  Generation generation_;
  std::vector<VocabularyFile> files_;
  std::unique_ptr<GroupCache> texts_;  // made with the next one
  std::unique_ptr<const Vocabulary> vocabulary_;
  std::unique_ptr<const VocabularyMap> map_;  // of all groups' parts
  std::unique_ptr<const StoredTriples> triples_;
  Dictionary dictionary_;
};

}  // namespace quadrille
