#pragma once

// A Transaction is a sequence of operations that are committed together, each on the state that the one before has
// left. Others see either none or all of them (SPARQL 1.1 Update, 2.2, 3). It may contain several requests; each is
// undone separately when it fails. Every image has its own object of the same transaction and calls the same functions
// in the same order, in the writer's lane.
//
//   Transaction transaction(writer, newest state, next_blank);
//   transaction.begin_request(options);                    each request
//   for (operation : update.operations) transaction.run(operation);       throws: undo_request()
//   transaction.end_request();                                              likewise
//   state = commit(transaction, log);                      if it is not called, nothing has changed
//
// Durable: when commit() returns, the effective changes of each operation, as terms, are in the logs of the images
// that own their subjects, and image 0's commit record is written (quadstore/log). The caller publishes the state.
//
// In a database with rules, a WHERE sees the closure; all other operations see stated quads alone, and delete these
// alone.

#include <cstdint>
#include <functional>
#include <optional>

#include "base/clock.hpp"
#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/dictionary.hpp"
#include "parser/query.hpp"
#include "quadstore/log/update_log.hpp"
#include "query/update/change_lines.hpp"
#include "query/update/closure.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/numbered_quads.hpp"
#include "query/update/run_operation.hpp"
#include "query/update/state_follower.hpp"

namespace quadrille::query {

// The resources of this image for writing. All outlive their transactions.
struct Writer {
  pgas::Team& team;              // of all images
  const Dictionary& dictionary;  // with the delta vocabulary
  DeltaVocabulary& vocabulary;
  std::pmr::memory_resource& levels;  // mapped by the group (HeapMemory)
  StateFollower* follower = nullptr;  // on all images, if an image has a whole view
  Closure* closure = nullptr;         // of a database with rules
};

struct TransactionOptions {
  UpdateOptions update;
  QuerySettings settings;
  Deadline deadline;
  std::function<bool()> cancelled;                         // may be empty
  RunProgress* progress = nullptr;                         // of this image's part; may be null
  std::size_t memory_bytes = pgas::QueryArena::kNoBudget;  // on each image, for an operation
};

enum class LinesAfterCommit : std::uint8_t { kept, freed };

class Transaction {
 public:
  // Local. `before` is the newest state, `next_blank` the first counter of blank nodes that was never allocated.
  Transaction(const Writer& writer, DatasetStatePtr before, std::uint64_t next_blank);

  // Local. Starts a new request; later operations belong to it.
  void begin_request(TransactionOptions options);
  // Local, whether the request's operations have failed or not. Restores the state before begin_request().
  void undo_request();

  // Collective. Gives the database other rules, and computes the closure under them, which later operations keep.
  // `closure`: of these rules; nullptr: there are none. `stored`: their stored form, for the log; empty: none.
  void change_rules(Closure* closure, std::string stored);

  // Collective, after the last operation of a request: updates the closure of a database with rules. After an error,
  // undo the request.
  void end_request();

  // Collective. After an error, either undo the request or stop using the transaction.
  void run(const parser::UpdateOperation& operation);
  // Collective. Inserts the quads of a document into a graph, or into those that they name; `source` on the first
  // member.
  void insert(QuadSource* source, const parser::GraphTarget& target);
  // Collective. Inserts quads that the images have read, each its own.
  void insert(NumberedQuads& quads);
  // Collective. Makes graphs hold exactly the quads of documents (replace_by_documents).
  void replace(std::uint64_t documents, const OpenDocument& open, const parser::GraphTarget& target);
  // Collective. True if a graph holds a quad.
  bool has_graph(const parser::GraphTarget& target);

  const DatasetState& state() const { return state_; }  // the state for the next operation
  bool has_changes() const { return stated_.inserted + stated_.deleted > 0 || rules_.has_value(); }
  std::uint64_t version() const { return version_; }  // of the state, if it has changes
  // On all images, by all operations: of stated quads, and of those that follow by rules and are not stated.
  struct Counts {
    std::uint64_t inserted = 0, deleted = 0;
    Counts operator-(const Counts& other) const { return {inserted - other.inserted, deleted - other.deleted}; }
  };
  const Counts& stated() const { return stated_; }
  const Counts& inferred() const { return inferred_; }
  std::uint64_t next_blank() const { return blanks_.next(); }
  // The same on all images. True if operations that were undone may have made terms that the
  // copies lack: call StateFollower::share_terms() before the next DataBatch.
  bool has_unshared_terms() const { return has_unshared_terms_; }
  // The changes of this image's own subjects, in the form of the log, without rules; empty after commit() has freed
  // them.
  const LogPieces& lines() const { return lines_; }

 private:
  friend DatasetStatePtr commit(Transaction& transaction, UpdateLog* log, LinesAfterCommit lines);
  template <class Ask>
  void step(View view, Ask&& ask);
  template <class Work>
  void in_context(View view, Work&& work);
  void apply(Context& context, QuadChanges changes, bool marks_rows, const ShareWatch& watch);
  void update_closure(Closure& closure, const Unclosed* since);
  void count_inferred(const std::vector<MarkedQuad>& changes);

  // The state that undo_request() restores.
  struct Mark {
    DatasetState state;
    FreshBlanks blanks;
    std::size_t pieces, last_piece_bytes;
    Counts stated, inferred;
    std::uint64_t term_bytes;  // of the delta vocabulary, which is not undone
    Closure* closure;
    std::optional<std::string> rules;
  };

  Writer writer_;
  const std::uint64_t version_;
  TransactionOptions options_;
  DatasetState state_;
  FreshBlanks blanks_;
  LogPieces lines_;                   // of this image's effective changes
  std::optional<std::string> rules_;  // if the rules change
  Counts stated_, inferred_;
  bool has_unshared_terms_ = false;
  std::optional<Mark> mark_;
};

// Collective, outside Team::run(). The state with the closure of its stated quads, of the same version. `next_blank`:
// of blank nodes, the same on all images. For a database without rules: the same state.
DatasetStatePtr with_closure(const Writer& writer, DatasetStatePtr before, std::uint64_t& next_blank);

// Collective. Logs the changes and returns the state that contains them; without changes it returns nullptr. `log`:
// this image's; nullptr (on all images) for a database in memory alone. Lines that are freed are freed as they are
// written, so that a long term is not in memory twice.
DatasetStatePtr commit(Transaction& transaction, UpdateLog* log, LinesAfterCommit lines = LinesAfterCommit::kept);

}  // namespace quadrille::query
