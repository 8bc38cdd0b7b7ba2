#pragma once

// One update request: a sequence of operations, each on the state that the one before has left, of which others see
// either nothing or all (SPARQL 1.1 Update, 2.2, 3). Every image has its own object of the same transaction and calls
// the same functions in the same order, in the writer's lane.
//
//   Transaction transaction(writer, table.newest(), next_blank, options);
//   for (operation : update.operations) transaction.run(operation);
//   commit(transaction, log, table);                       or nothing: then it has never been
//
//   begun --run()--> begun      ... --commit()--> committed: durable on all images, published as the next version
//     any of them throws, on all images alike: the transaction is given up, the table is as before
//
// Durable: the effective changes of each operation, as terms, are in the logs of the images that own their subjects,
// and image 0's commit record is there (quadstore/log). Then the state is published.

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/dictionary.hpp"
#include "parser/query.hpp"
#include "quadstore/log/update_log.hpp"
#include "query/update/run_operation.hpp"
#include "query/update/version_table.hpp"

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

class Transaction {
 public:
  // Local. `before` is the newest state, `next_blank` the first counter of blank nodes that was never given out.
  Transaction(const Writer& writer, DatasetStatePtr before, std::uint64_t next_blank, TransactionOptions options);

  // Collective. After an error nothing more is done with the transaction.
  void run(const parser::UpdateOperation& operation);
  // Collective. The quads of a document in a graph, or where they say; `source` on the first member.
  void insert(QuadSource* source, const parser::GraphTarget& target);

  const DatasetState& state() const { return state_; }  // what the next operation sees
  bool has_changes() const { return inserted_ + deleted_ > 0; }
  std::uint64_t inserted() const { return inserted_; }  // of all images and operations
  std::uint64_t deleted() const { return deleted_; }
  std::uint64_t next_blank() const { return blanks_.next(); }

 private:
  friend void commit(Transaction& transaction, UpdateLog* log, VersionTable& table);
  template <class Ask>
  void step(Ask&& ask);

  const Writer writer_;
  const TransactionOptions options_;
  const std::uint64_t version_;
  DatasetState state_;
  FreshBlanks blanks_;
  std::string lines_;  // of this image's effective changes
  std::uint64_t inserted_ = 0, deleted_ = 0;
};

// Collective. Logs the changes and publishes the state; without changes does neither. `log`: this image's; nullptr (on
// all images) for a database that is kept in memory alone.
void commit(Transaction& transaction, UpdateLog* log, VersionTable& table);

}  // namespace quadrille::query
