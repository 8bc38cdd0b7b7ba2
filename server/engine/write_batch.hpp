#pragma once

// A write batch is a list of requests that change the data, run one after another and committed together, on all images
// in the writer's lane.
//
//   image 0:  command + the documents of the clients              others: the command
//     each request: its operations on the state after the previous one; only a failed request is undone
//     commit: one version for all, one sync; then the state is published on every image
//
// A batch of small changes of data has been decided by image 0 (query/update/data_requests.hpp); all images apply it.
//
// The caller on image 0 announces it afterwards (StatePins).

#include <exception>
#include <memory>
#include <vector>

#include "parser/query.hpp"
#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "query/update/quad_source.hpp"
#include "server/client/http_services.hpp"
#include "server/engine/store.hpp"
#include "server/engine/write_command.hpp"

namespace quadrille::server {

// A document of a LOAD. It is fetched before the update runs, so that another server cannot delay other updates.
struct LoadedDocument {
  std::string iri;
  std::optional<Document> document;  // nullopt: not available, and the LOAD is SILENT; or already used
};

// The part of a request that only image 0 has.
struct WriteInput {
  const parser::Update* update = nullptr;  // the parsed text
  std::vector<LoadedDocument> loads;       // in the order of its LOADs
  std::vector<Document> documents;
  std::vector<std::string> warnings;       // of both, when they have been read
  std::unique_ptr<HttpServices> services;  // of an update: for SERVICE in its WHERE
  Cancelled cancelled;
  RunProgress* progress = nullptr;
};

struct WriteOutcome {
  WriteResult result;
  std::exception_ptr error;  // an Error, the same on all images; the request changed nothing
};

// Collective over `team`, all images in the writer's lane. `inputs`: on image 0 one for each request, on others empty.
// Returns the outcomes, and whether there is a new state, on every image.
struct BatchOutcome {
  std::vector<WriteOutcome> requests;
  bool published = false;
};
BatchOutcome run_write_batch(Store& store, pgas::Team& team, const WriteCommand& command, std::span<WriteInput> inputs,
                             std::size_t heap_bytes);

// For a command with a batch, by image 0 and the others. The others publish the new state before image 0 has committed
// it; no query uses it before image 0 announces it. If an image or the log fails, image 0 makes all images drop the
// state again, and throws. Returns false, with nothing done, if image 0 can no longer read the whole database alone.
bool lead_data_batch(Store& store, pgas::Job& job, pgas::Team& team, pgas::Mailbox& mailbox, WriteCommand command);
void follow_data_batch(Store& store, pgas::Team& team, pgas::Mailbox& mailbox, const WriteCommand& command);
// Collective, for a command with a retraction.
void retract(Store& store, pgas::Team& team, const Retraction& retraction);

}  // namespace quadrille::server
