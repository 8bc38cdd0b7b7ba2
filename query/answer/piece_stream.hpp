#pragma once

// stream_solutions() and stream_quads() write an answer on all images. Each image turns its rows into bytes
// (answer_pieces.hpp). The first member sends the pieces as they are ready (piece_ring.hpp); between groups in member
// order, round after round. Rows that must stay in order (ORDER BY) are all on the first member, or come in turn: then
// the pieces of a round are sent in the order of members.

#include "parser/query.hpp"
#include "query/answer/run_query.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

// Collective. Writes the solutions of an opened plan, with the columns of the query's projection.
void stream_solutions(Context& context, Operator& plan, const parser::Query& query, const RunOptions& options,
                      const PieceSink& sink);

// Collective. Writes the quads of an opened plan with the columns subject, predicate, object, and graph if it is not
// only triples, in the layout of the options.
void stream_quads(Context& context, Operator& plan, const parser::Query& query, const RunOptions& options,
                  const PieceSink& sink);

}  // namespace quadrille::query
