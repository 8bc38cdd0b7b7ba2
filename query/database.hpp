#pragma once

// A database folder, opened for reading: its quads, its terms, and a snapshot of both. Everything is mapped, at the same
// addresses in every process of a group; opening takes milliseconds whatever the size. Immutable; for any number of
// threads.

#include <filesystem>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/mapped_file.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille::query {

class Database {
 public:
  // Local; every image opens the same folder. Throws Error(user) if there is no database, Error(io) if it is damaged.
  explicit Database(const std::filesystem::path& folder);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const Manifest& manifest() const { return generation_.manifest(); }
  const Generation& generation() const { return generation_; }
  const Dictionary& dictionary() const { return dictionary_; }
  const Snapshot& snapshot() const { return snapshot_; }

 private:
  Generation generation_;
  std::vector<MappedFile> files_;  // of the vocabulary
  Vocabulary vocabulary_;
  Dictionary dictionary_;
  Snapshot snapshot_;
};

}  // namespace quadrille::query
