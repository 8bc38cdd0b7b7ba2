#pragma once

// Requests that change the data, run one after another and committed together, by all images in the writer's lane.
//
//   image 0:  order + the documents that clients have sent        others: the order
//     each request: its operations on the state that the one before has left; one that fails is undone alone
//     commit: one version for all, one sync; then the state is published on every image
//
// The caller on image 0 announces it afterwards (StatePins).

#include <exception>
#include <memory>
#include <vector>

#include "parser/query.hpp"
#include "pgas/team.hpp"
#include "query/update/quad_source.hpp"
#include "server/store.hpp"
#include "server/write_order.hpp"

namespace quadrille::server {

// What image 0 alone has of a request.
struct WriteInput {
  const parser::Update* update = nullptr;  // the parsed text
  std::vector<Document> documents;
  Cancelled cancelled;
};

struct WriteOutcome {
  WriteResult result;
  std::exception_ptr error;  // an Error, the same on all images; nothing was changed
};

// Collective over `team`, all images in the writer's lane. `inputs`: on image 0 one a request, else empty.
// `opens`: how image 0 opens what LOAD names. Returns the outcomes, and whether there is a new state, on every image.
struct BatchOutcome {
  std::vector<WriteOutcome> requests;
  bool published = false;
};
BatchOutcome run_write_batch(Store& store, pgas::Team& team, const WriteOrder& order, std::span<WriteInput> inputs,
                             const query::LoadRules& loads, std::size_t heap_bytes);

}  // namespace quadrille::server
