#pragma once

// A database folder, opened: its quads and its terms. Everything is mapped, so opening takes no time whatever the size;
// const functions may be called by many threads.
//
//   files at options.base_address:  | shards, one after the other | vocabulary parts, one after the other |
//
// A database that is spread over groups is opened in parts: each group opens some shards and the parts of the
// vocabulary with the same numbers. What a team needs to ask for the others' terms is told by share_vocabulary().

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

  // Local. Opens the shards of options.shards and their parts of the vocabulary; everything if none are given. Fails
  // with ErrorKind::user if there is no database in `folder`, with ErrorKind::io if it cannot be used.
  explicit Database(const std::filesystem::path& folder, const GenerationOptions& options = {});

  // Collective, by the images that opened the database together, before the first query: each group tells the others
  // which terms it has. Nothing is done in a team of one group.
  void share_vocabulary(pgas::Team& team);

  const Generation& generation() const { return generation_; }
  const Dictionary& dictionary() const { return dictionary_; }

  // Reads and verifies everything. Fails with ErrorKind::io at the first damage.
  void check() const;

 private:
  Generation generation_;
  std::vector<VocabularyFile> files_;
  std::unique_ptr<const Vocabulary> vocabulary_;
  std::unique_ptr<const VocabularyMap> map_;  // of all groups' parts
  Dictionary dictionary_;
};

}  // namespace quadrille
