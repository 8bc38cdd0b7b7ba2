#pragma once

// A WholeView is the base of all groups as one image of a job of several groups reads it alone: it opens every file of
// the database, and has a copy of the terms of updates (TermCopy). So short queries run there as in a job of one image,
// without a message (query_service.hpp). The data that they read is in the system's page cache, which drops it when
// memory is needed; long queries run on all images, each of which reads the shards of its group.
//
// All hosts have the files: on a shared file system, or each a copy. Local.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dictionary/delta_vocabulary.hpp"
#include "loader/build/file_prefixes.hpp"
#include "loader/database/database.hpp"
#include "pgas/job.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille::server {

// The terms of updates of all images, as the first image of a group keeps them in its heap for its group
// (query/update/state_follower.hpp).
struct TermCopy {
  TermCopy(pgas::Job& job, std::uint32_t shards)
      : memory(job.heap()), terms(job.this_image(), job.num_images(), memory, delta_parts(shards)) {}

  pgas::QueryArena memory;
  DeltaVocabulary terms;
};

class WholeView {
 public:
  // Throws the errors of Database.
  WholeView(pgas::Job& job, const std::string& folder, std::shared_ptr<const TermCopy> terms);
  WholeView(const WholeView&) = delete;
  WholeView& operator=(const WholeView&) = delete;

  const Generation& generation() const { return database_.generation(); }
  const std::vector<FilePrefix>& prefixes() const { return prefixes_; }  // that the files of its build declared
  const Dictionary& dictionary() const { return dictionary_; }           // with the terms of updates
  const DeltaVocabulary& vocabulary() const { return terms_->terms; }

 private:
  Database database_;
  const std::vector<FilePrefix> prefixes_;
  const std::shared_ptr<const TermCopy> terms_;
  Dictionary dictionary_;
};

}  // namespace quadrille::server
