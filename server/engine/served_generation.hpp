#pragma once

// A ServedGeneration is a generation as a server uses it: its files, opened at the addresses that the group has agreed
// on (file_addresses.hpp), and the terms that updates have added since. Two can be open at once, while a new one
// replaces the old one.

#include <memory>
#include <string>

#include "dictionary/delta_vocabulary.hpp"
#include "loader/build/file_prefixes.hpp"
#include "loader/database/database.hpp"
#include "pgas/job.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/equal_terms.hpp"
#include "query/update/state_follower.hpp"
#include "server/engine/file_addresses.hpp"
#include "server/engine/whole_view.hpp"

namespace quadrille::server {

// The images that have a whole view, in a job of several groups.
enum class WholeViews : std::uint8_t { first_image, first_of_each_group };

class ServedGeneration {
 public:
  // Collective over a team of all images; fails on all or on none. Every image opens the same folder: all of it in a
  // job of one group, otherwise the shards of its group's members, and the vocabulary.
  ServedGeneration(pgas::Job& job, pgas::Team& team, const std::string& folder, FileAddresses& addresses,
                   WholeViews views = WholeViews::first_image);
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

  // In a job of several groups: what this image reads alone. nullptr: none.
  const std::shared_ptr<WholeView>& whole() const { return whole_; }
  // On every image of a job of several groups; else nullptr.
  query::StateFollower* follower() { return follower_.get(); }
  // The base alone.
  query::DatasetStatePtr first_state(std::uint64_t version) const;

 private:
  void copy_for_group(pgas::Job& job, pgas::Team& team, const std::string& folder, WholeViews views);

  void read_classes(pgas::Team& team, const std::string& folder);

  const std::shared_ptr<const std::uintptr_t> address_;  // of the files
  Database database_;
  const std::vector<FilePrefix> prefixes_;
  pgas::QueryArena terms_;
  DeltaVocabulary vocabulary_;
  Dictionary dictionary_;
  std::shared_ptr<TermCopy> copy_;  // on the first image of each group, if there are several
  std::shared_ptr<WholeView> whole_;
  std::unique_ptr<query::StateFollower> follower_;
  std::shared_ptr<const EqualTerms> classes_;  // of the base
};

}  // namespace quadrille::server
