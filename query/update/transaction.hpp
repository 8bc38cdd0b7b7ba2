#pragma once

// What is committed together: a sequence of operations, each on the state that the one before has left, of which others
// see either nothing or all (SPARQL 1.1 Update, 2.2, 3). It may hold several requests, each of which is undone alone
// when it fails. Every image has its own object of the same transaction and calls the same functions in the same
// order, in the writer's lane.
//
//   Transaction transaction(writer, newest state, next_blank);
//   transaction.begin_request(options);                    each request
//   for (operation : update.operations) transaction.run(operation);       throws: undo_request()
//   state = commit(transaction, log);                      or nothing: then it has never been
//
// Durable: when commit() returns, the effective changes of each operation, as terms, are in the logs of the images that
// own their subjects, and image 0's commit record is there (quadstore/log). It is for the caller to show the state.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/dictionary.hpp"
#include "parser/query.hpp"
#include "quadstore/log/update_log.hpp"
#include "query/update/change_lines.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/numbered_quads.hpp"
#include "query/update/run_operation.hpp"

namespace quadrille::query {

// What this image writes with. All outlive their transactions.
struct Writer {
  pgas::Team& team;              // of all images
  const Dictionary& dictionary;  // with the delta vocabulary
  DeltaVocabulary& vocabulary;
  std::pmr::memory_resource& levels;  // mapped by the group (HeapMemory)
};

struct TransactionOptions {
  UpdateOptions update;
  QuerySettings settings;
  Deadline deadline;
  std::function<bool()> cancelled;                         // may be empty
  std::size_t memory_bytes = pgas::QueryArena::kNoBudget;  // on each image, for an operation
};

enum class LinesAfterCommit : std::uint8_t { kept, freed };

class Transaction {
 public:
  // Local. `before` is the newest state, `next_blank` the first counter of blank nodes that was never given out.
  Transaction(const Writer& writer, DatasetStatePtr before, std::uint64_t next_blank);

  // Local. What follows belongs to a request of its own.
  void begin_request(TransactionOptions options);
  // Local, after what the request has run has failed, or not. Everything is as before begin_request().
  void undo_request();

  // Collective. After an error the request is undone, or nothing more is done with the transaction.
  void run(const parser::UpdateOperation& operation);
  // Collective. The quads of a document in a graph, or where they say; `source` on the first member.
  void insert(QuadSource* source, const parser::GraphTarget& target);
  // Collective. Quads that the images have read, each its own.
  void insert(NumberedQuads& quads);
  // Collective. Graphs hold the quads of documents and nothing else (replace_by_documents).
  void replace(std::uint64_t documents, const OpenDocument& open, const parser::GraphTarget& target);
  // Collective. Whether a graph holds a quad.
  bool has_graph(const parser::GraphTarget& target);

  const DatasetState& state() const { return state_; }  // what the next operation sees
  bool has_changes() const { return inserted_ + deleted_ > 0; }
  std::uint64_t version() const { return version_; }    // of the state, if it has changes
  std::uint64_t inserted() const { return inserted_; }  // of all images and operations
  std::uint64_t deleted() const { return deleted_; }
  std::uint64_t next_blank() const { return blanks_.next(); }
  // The changes of this image's own subjects, as the log has them; none after commit() has freed them.
  const LogPieces& lines() const { return lines_; }

 private:
  friend DatasetStatePtr commit(Transaction& transaction, UpdateLog* log, LinesAfterCommit lines);
  template <class Ask>
  void step(Ask&& ask);
  template <class Work>
  void in_context(Work&& work);

  // Where undo_request() goes back to.
  struct Mark {
    DatasetState state;
    FreshBlanks blanks;
    std::size_t pieces, last_piece_bytes;
    std::uint64_t inserted, deleted;
    std::uint64_t term_bytes;  // of the delta vocabulary, which is not undone
  };

  const Writer writer_;
  const std::uint64_t version_;
  TransactionOptions options_;
  DatasetState state_;
  FreshBlanks blanks_;
  LogPieces lines_;  // of this image's effective changes
  std::uint64_t inserted_ = 0, deleted_ = 0;
  std::optional<Mark> mark_;
};

// Collective. Logs the changes and returns the state that has them; without changes does neither (nullptr). `log`: this
// image's; nullptr (on all images) for a database that is kept in memory alone. Lines that are freed go as they are
// written, so that one long term is not in memory once more.
DatasetStatePtr commit(Transaction& transaction, UpdateLog* log, LinesAfterCommit lines = LinesAfterCommit::kept);

}  // namespace quadrille::query
