#pragma once

// A DataBatch is the net effect of requests of INSERT DATA and DELETE DATA that run together, as one image has decided
// it: the image that can read the whole database alone. The others only apply it.
//
//   image 0    terms -> HURIs, also those that new terms will get; effective changes  (data_requests.hpp)
//      |       one message to each other group: the batch, with the change of the statistics
//   all        new terms into the tables of their owners; the changes of the image's own shards become levels
//      |       one message back: done, or an error
//   image 0    the lines of all changes into its own log, with the commit record: one sync
//
// So a batch costs the same few messages whatever the number of requests in it. If an image fails, or the log, the
// caller takes the new state back on all images.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "query/update/change_lines.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/transaction.hpp"

namespace quadrille::query {

struct DataBatch {
  std::uint64_t next_blank = 0;        // the first counter that was never allocated, after the batch
  std::vector<std::uint64_t> sizes;    // by image: the terms of its delta vocabulary before the batch
  std::vector<std::string> terms;      // by image: its new ones (DeltaVocabulary::append_exported())
  std::vector<Quad> deletes, inserts;  // effective, on all images together; in OwnerOrder
  std::vector<Quad> triples;           // QuadChanges::terms, likewise
  // Of all changes (StatisticsChange::serialise()); in a job of one group, whose images count them together, empty.
  std::string statistics;

  QuadChanges changes() const;
  std::string serialise() const;
  static DataBatch parse(std::string_view bytes);
};

// The state of all shards and its terms, for an image that decides alone. All of them outlive the decision.
struct WholeReader {
  pgas::Team& alone;  // of this image (Job::make_solo_team())
  const Dictionary& dictionary;
  const DeltaVocabulary& vocabulary;
  const Snapshot& snapshot;
};

// Local, on image 0 of a job of several groups, before the batch is sent: the state of its whole view after the batch;
// sets batch.statistics. nullptr if the whole view has ended.
DatasetStatePtr whole_after(const Writer& writer, const DatasetState& before, DataBatch& batch, std::uint64_t version);

// Collective in each group, outside Team::run(), with the same batch. The state after it, of this version, without a
// whole view. If it throws, all images of the group throw the same error, and nothing but new terms has changed.
DatasetState apply_batch(const Writer& writer, const DatasetState& before, const DataBatch& batch,
                         std::uint64_t version);

// Local, with a reader that has the terms of the batch. The lines of the log, for all changes.
LogPieces lines_of(const WholeReader& whole, const DataBatch& batch);

// Local, on image 0: makes the batch durable. Throws as UpdateLog does; then the version is abandoned.
void commit_batch(UpdateLog& log, std::uint64_t version, const DataBatch& batch, const LogPieces& lines);

}  // namespace quadrille::query
