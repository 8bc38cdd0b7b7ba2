#pragma once

// A DataBatch is the net effect of requests of INSERT DATA and DELETE DATA that run together, as one image has decided
// it: the image that can read the whole database alone. The others only apply it.
//
//   image 0    terms -> HURIs, also those that new terms will get; effective changes  (data_requests.hpp)
//      |       one message to each group
//   all        new terms into the tables of their owners; the changes of the image's own shards become levels
//      |       one message back: levels and statistics, or an error
//   image 0    the lines of all changes into its own log, with the commit record: one sync
//
// So a batch costs the same few messages whatever the number of requests in it.

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

  std::string serialise() const;
  static DataBatch parse(std::string_view bytes);
};

// What an image reads that decides alone: the state of all shards, and its terms. All outlive the decision.
struct WholeReader {
  pgas::Team& alone;  // of this image (Job::make_solo_team())
  const Dictionary& dictionary;
  const DeltaVocabulary& vocabulary;
  const Snapshot& snapshot;
};

// Collective over a team of all images, outside Team::run(), with the same batch. The state after it, of this version;
// nothing is changed if it throws, on all images the same error. Cost: one gather.
DatasetStatePtr apply_batch(const Writer& writer, const DatasetState& before, const DataBatch& batch,
                            std::uint64_t version);

// Local; after apply_batch(), with its state. The lines of the log, for all changes.
LogPieces lines_of(const WholeReader& whole, const DataBatch& batch);

// Local, on image 0: makes the batch durable. Throws as UpdateLog does; then the version is abandoned.
void commit_batch(UpdateLog& log, std::uint64_t version, const DataBatch& batch, const LogPieces& lines);

}  // namespace quadrille::query
