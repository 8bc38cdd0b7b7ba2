#pragma once

// A Database is an opened database folder: its quads and its terms. All files are mapped, so opening takes almost no
// time at any size. Several threads can call const functions.
//
//   files at options.base_address:  | shards, one after the other | vocabulary parts, one after the other |
//
// A database that is spread over groups is opened in parts: each group opens some shards and the parts of the
// vocabulary with the same numbers. share_vocabulary() exchanges what a team needs to request the terms of other
// groups.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "pgas/team.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

class Database {
 public:
  struct VocabularyFile {
    MappedFile mapped;
    std::string name;
  };

  // Local. Opens the shards of options.shards and their parts of the vocabulary; everything if options.shards is not
  // set. Fails with ErrorKind::user if `folder` holds no database, with ErrorKind::io if it cannot be used.
  explicit Database(const std::filesystem::path& folder, const GenerationOptions& options = {});

  // Collective, by the images that opened the database together, before the first query. Each group sends the ranges of
  // its terms to the others. Does nothing in a team of one group.
  void share_vocabulary(pgas::Team& team);

  const Generation& generation() const { return generation_; }
  const Dictionary& dictionary() const { return dictionary_; }

  // Reads and verifies everything. Fails with ErrorKind::io at the first damage.
  void check() const;

 private:
  Generation generation_;
  std::vector<VocabularyFile> files_;
  std::unique_ptr<GroupCache> texts_;
  std::unique_ptr<const Vocabulary> vocabulary_;
  std::unique_ptr<const VocabularyMap> map_;  // of all groups' parts
  Dictionary dictionary_;
};

}  // namespace quadrille
