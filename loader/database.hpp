#pragma once

// A database folder, opened: its quads and its terms. Everything is mapped, so opening takes no time whatever the size;
// const functions may be called by many threads.
//
//   files at options.base_address:  | shards, one after the other | vocabulary parts, one after the other |

#include <filesystem>
#include <memory>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

class Database {
 public:
  // Local. Fails with ErrorKind::user if there is no database in `folder`, with ErrorKind::io if it cannot be used.
  explicit Database(const std::filesystem::path& folder, const GenerationOptions& options = {});

  const Generation& generation() const { return generation_; }
  const Dictionary& dictionary() const { return dictionary_; }

  // Reads and verifies everything. Fails with ErrorKind::io at the first damage.
  void check() const;

 private:
  Generation generation_;
  std::vector<MappedFile> files_;  // of the vocabulary
  std::unique_ptr<const Vocabulary> vocabulary_;
  Dictionary dictionary_;
};

}  // namespace quadrille
