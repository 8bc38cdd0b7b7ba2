#pragma once

// Runs a query by the engine itself, without server and network, from its text to the last byte of its answer (TSV),
// which is discarded. The difference from the loops over arrays is the cost of planning, operators and writing; the
// difference from the same query over HTTP is the cost of the server. Join orders are cached from an earlier run, as in
// a server.

#include <cstdint>
#include <string>
#include <string_view>

#include "dictionary/dictionary.hpp"
#include "pgas/team.hpp"
#include "quadstore/snapshot.hpp"
#include "query/plan/order/join_order_cache.hpp"

namespace quadrille::bench {

// The result on the first member; zeros on the others.
struct InProcessAnswer {
  double ms = 0;
  std::uint64_t bytes = 0, lines = 0;
  std::string end;  // the last bytes: of a query that counts, head and number
};

// Collective over `team`, whose members together have all shards open. Error as run_query.
InProcessAnswer answer_in_process(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                                  std::string_view text, query::JoinOrderCache& orders);
// The same, but returns only the time; the bytes are not checked.
double time_in_process(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, std::string_view text,
                       query::JoinOrderCache& orders);

}  // namespace quadrille::bench
