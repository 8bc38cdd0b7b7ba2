#pragma once

// decide() runs requests of INSERT DATA and DELETE DATA together, on an image that can read the whole database alone,
// and changes nothing: the result is a DataBatch, which all images apply (data_batch.hpp). It is the same as if the
// requests ran one after another, but terms are looked up once, and there is one new state.
//
//   requests -> steps (quad, request, inserted or deleted), in their order
//   each quad: from whether the state has it, its steps are followed; a step counts for its request if it changes
//   something; the changes are the difference between begin and end

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "parser/query.hpp"
#include "query/update/data_batch.hpp"

namespace quadrille::query {

// Local. The number of quads if the update has no other operations than INSERT DATA and DELETE DATA, and names no
// stored blank nodes, which must be looked for; else nullopt.
std::optional<std::uint64_t> data_quads(const parser::Update& update);

// Quads that a request has changed: those that it inserted and that were not there before, and the opposite.
struct ChangeCounts {
  std::uint64_t inserted = 0, deleted = 0;

  bool operator==(const ChangeCounts&) const = default;
};

struct DataDecision {
  DataBatch batch;
  std::vector<ChangeCounts> counts;  // by request

  bool changes_nothing() const { return batch.deletes.empty() && batch.inserts.empty(); }
};

// Local. Requests of data (data_quads()); `next_blank`: the first counter of blank nodes that was never allocated.
// Throws ErrorKind::user for terms that no vocabulary can have.
DataDecision decide(const WholeReader& whole, std::uint64_t next_blank, std::span<const parser::Update* const> updates);

}  // namespace quadrille::query
