#pragma once

// A ServedGeneration is a generation as a server uses it: its files, opened at the addresses that the group has agreed
// on, and the terms that updates have added since. Two can be open at once, while a new one replaces the old one: each
// has a slot of the address space.
//
//   kFilesBase   | slot 0 | slot 1 | slot 2 | slot 3 |

#include <string>

#include "dictionary/delta_vocabulary.hpp"
#include "loader/build/file_prefixes.hpp"
#include "loader/database/database.hpp"
#include "pgas/job.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille::server {

class ServedGeneration {
 public:
  static constexpr int kSlots = 4;

  // Collective over a team of all images; fails on all or on none. Every image opens the same folder: all of it in a
  // job of one group, otherwise the parts of its group's members.
  ServedGeneration(pgas::Job& job, pgas::Team& team, const std::string& folder, int slot);
  ServedGeneration(const ServedGeneration&) = delete;
  ServedGeneration& operator=(const ServedGeneration&) = delete;

  const Database& database() const { return database_; }
  const Generation& generation() const { return database_.generation(); }
  const Manifest& manifest() const { return database_.generation().manifest(); }
  const Dictionary& dictionary() const { return dictionary_; }  // with the terms of updates
  // The prefixes that the input files of its build declared; the same on all images.
  const std::vector<FilePrefix>& prefixes() const { return prefixes_; }
  DeltaVocabulary& vocabulary() { return vocabulary_; }
  const DeltaVocabulary& vocabulary() const { return vocabulary_; }
  int slot() const { return slot_; }

 private:
  const int slot_;
  Database database_;
  const std::vector<FilePrefix> prefixes_;
  pgas::QueryArena terms_;
  DeltaVocabulary vocabulary_;
  Dictionary dictionary_;
};

}  // namespace quadrille::server
