#pragma once

// A WholeView is the base of all groups as one image of a job of several groups reads it alone: it opens every file of
// the database, and has a copy of the terms of updates. So short queries run there as in a job of one image, without a
// message (query_service.hpp). The data that they read is in the system's page cache, which drops it when memory is
// needed; long queries run on all images, each of which reads the shards of its group.
//
// All hosts have the files: on a shared file system, or each a copy. Local.

#include <string>
#include <vector>

#include "dictionary/delta_vocabulary.hpp"
#include "loader/build/file_prefixes.hpp"
#include "loader/database/database.hpp"
#include "pgas/job.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille::server {

class WholeView {
 public:
  // Throws the errors of Database.
  WholeView(pgas::Job& job, const std::string& folder);
  WholeView(const WholeView&) = delete;
  WholeView& operator=(const WholeView&) = delete;

  const Generation& generation() const { return database_.generation(); }
  const std::vector<FilePrefix>& prefixes() const { return prefixes_; }  // that the files of its build declared
  const Dictionary& dictionary() const { return dictionary_; }           // with the terms of updates
  DeltaVocabulary& vocabulary() { return vocabulary_; }
  const DeltaVocabulary& vocabulary() const { return vocabulary_; }

 private:
  Database database_;
  const std::vector<FilePrefix> prefixes_;
  pgas::QueryArena terms_;
  DeltaVocabulary vocabulary_;
  Dictionary dictionary_;
};

}  // namespace quadrille::server
