#pragma once

// A database in its own folder and the states after updates, on all images of the test's job.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "loader/compaction/merge_generation.hpp"
#include "loader/compaction/rebuild_generation.hpp"
#include "pgas/test_main.hpp"
#include "query/update/data_requests.hpp"
#include "query/update/heap_memory.hpp"
#include "query/update/recovery.hpp"
#include "query/update/transaction.hpp"
#include "server/engine/served_database.hpp"
#include "server/engine/whole_view.hpp"
#include "tests/update/naive_dataset.hpp"

namespace quadrille::testing {

// Collective, over the test's team. The N-Quads of a state, on every image.
std::multiset<std::string> lines_of(const Dictionary& dictionary, const Snapshot& snapshot);

class UpdateBed {
 public:
  // Collective. `data`: TriG, relative to kTestBase.
  explicit UpdateBed(const std::string& data);
  ~UpdateBed();

  // Collective. An update as one transaction, committed. The error's message; "" if there was none.
  std::string update(const std::string& text, const query::UpdateOptions& options = {});
  // Collective. Requests of INSERT DATA and DELETE DATA as one operation; `counts`: what each has changed.
  std::string update_together(const std::vector<std::string>& texts, std::vector<query::ChangeCounts>& counts);
  std::string run(const parser::UpdateOperation& operation, const query::UpdateOptions& options = {});
  // Collective. Graphs hold only these quads (of IRIs and plain strings) afterwards, as by PUT; in `documents`
  // documents.
  std::string replace(const parser::GraphTarget& target, const std::vector<NaiveQuad>& quads, int documents = 1);
  // Collective. Quads that the images have read, each its own.
  std::string insert(query::NumberedQuads& quads);

  // Collective. All quads that queries see, on the first member.
  std::set<NaiveQuad> quads() { return quads(*state()); }
  std::set<NaiveQuad> quads(const query::DatasetState& state);
  // Collective. The rows of a SELECT as TSV lines, sorted, without the header; on the first member.
  std::vector<std::string> rows(const std::string& query) { return rows(query, *state()); }
  std::vector<std::string> rows(const std::string& query, const query::DatasetState& state);
  // The same as the first member reads it alone, on its whole view; others return nothing.
  std::set<NaiveQuad> quads_of_whole_view();
  // Collective. Whole views end when their levels have more bytes.
  void limit_whole_view(std::size_t bytes);
  // Collective. Every permutation has the rows that the others have, and the statistics count them: the first
  // difference, or "".
  std::string contradiction();

  // Collective. From now on transactions are logged.
  void keep_log();
  // Collective. Forgets all states and terms of updates and takes them from the log, as a start does.
  void start_again();
  // Collective. The same, watched. The error's message; "" if there was none, and then the state is the log's again.
  std::string start_again(const query::ReplayWatch& watch);
  // Collective. Puts a version into the log that no transaction has made, as these lines, by the first member; the
  // state stays as it is.
  void log_lines(const std::string& lines, std::uint64_t next_blank);
  // Collective. The result of a check of the log's changes, on all members together. Continues as after a start.
  std::vector<std::string> faults_of_log();

  // Collective. The next generation's files, of a state; the database is as before until its manifest is written.
  Manifest merge(const query::DatasetState& state, const CompactionOptions& options = {});
  Manifest merge() { return merge(*state()); }
  RebuiltGeneration rebuild(const query::DatasetState& state, const RebuildOptions& options = {});
  RebuiltGeneration rebuild() { return rebuild(*state()); }
  // Collective. Writes the manifest and opens the database again, as it is then: with no version after it.
  void open_again(const std::optional<Manifest>& next = std::nullopt);

  std::filesystem::path database_folder() const { return folder_ / "db"; }
  const Dictionary& dictionary() const { return *dictionary_; }
  const DeltaVocabulary& vocabulary() const { return *vocabulary_; }
  query::DatasetStatePtr state() const { return states_.back(); }
  // Collective.
  void drop_old_states();
  std::size_t versions() const { return states_.size(); }
  // The changes of the last transaction, on all images together.
  std::uint64_t inserted() const { return inserted_; }
  std::uint64_t deleted() const { return deleted_; }

 private:
  query::Writer writer() const { return {job_.team(), *dictionary_, *vocabulary_, *levels_, follower_.get()}; }
  std::vector<std::string> rows(pgas::Team& team, const std::string& query, const Snapshot& snapshot,
                                const Dictionary& dictionary);
  void forget_updates();
  void read_log(query::RecoveryFaults* faults, const query::ReplayWatch& watch = {});
  std::string attempt(const std::function<void(query::Transaction&)>& operations, const query::UpdateOptions& options);

  pgas::Job& job_;
  std::filesystem::path folder_;
  std::unique_ptr<server::ServedDatabase> database_;
  std::unique_ptr<pgas::QueryArena> terms_;
  std::unique_ptr<DeltaVocabulary> vocabulary_;
  std::unique_ptr<Dictionary> dictionary_;
  std::unique_ptr<query::HeapMemory> levels_;
  std::shared_ptr<server::TermCopy> copy_;    // on the first image of each group
  std::unique_ptr<server::WholeView> whole_;  // on the first image
  std::unique_ptr<query::StateFollower> follower_;
  std::vector<query::DatasetStatePtr> states_;  // ascending by version
  std::unique_ptr<UpdateLog> log_;
  std::uint64_t next_blank_ = 0, inserted_ = 0, deleted_ = 0;
};

}  // namespace quadrille::testing
