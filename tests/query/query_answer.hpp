#pragma once

// The answer of a query, in a form that can be compared.

#include <string>
#include <vector>

#include "base/graph_rights.hpp"
#include "dictionary/dictionary.hpp"
#include "pgas/team.hpp"
#include "quadstore/snapshot.hpp"
#include "query/plan/logical/operator_choices.hpp"
#include "query/service/service_client.hpp"

namespace quadrille::testing {

// The user of a query: what he may read, and whether the default graph is the union of all.
struct AnswerFor {
  GraphRights rights = GraphRights::all();
  bool union_default_graph = false;
};

// Collective. The lines of the answer on the team's first member, sorted (TSV, or N-Triples of a graph), or the message
// of the error; the limits are about 20 MB and 3 s times `patience`. `chunk_rows`: rows of a chunk; 0: the usual
// number. `services`: the endpoints for SERVICE; none without it.
std::vector<std::string> answer(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                                const std::string& text, std::size_t chunk_rows, int patience = 1,
                                const query::ServiceClient* services = nullptr,
                                const query::OperatorChoices& choices = {}, const AnswerFor& user = {});

// The same by images that read their own shards alone (`own`), with the plan that the first one makes of `whole`. On
// the other images `whole` is not read.
struct ApartAnswer {
  pgas::Team& solo;  // of this image
  const Snapshot& whole;
  const Dictionary& whole_dictionary;
  const Snapshot& own;
};
std::vector<std::string> answer_apart(pgas::Team& team, const ApartAnswer& data, const Dictionary& dictionary,
                                      const std::string& text, std::size_t chunk_rows, const AnswerFor& user = {});

// True if the answer is that error: products of large tables.
bool took_too_long(const std::vector<std::string>& lines);

}  // namespace quadrille::testing
