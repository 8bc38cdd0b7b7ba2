#pragma once

// How long servers take to answer one query, asked in turns, so that what else happens on the machine hits all alike;
// and whether they give the same rows, in any order.
//
//   warm-up 1: server 1, server 2   ...   round 1: server 1 1 1, server 2 2 2   round 2: server 1 1 1, server 2 2 2 ...
//
// A server that has waited for its turn finds the processors' caches full of what others do. With `in_a_row` above 1 it
// is therefore asked once more in each turn, at its beginning, which does not count.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/query/asked_server.hpp"

namespace quadrille::bench {

struct Turns {
  int warm_up = 1, rounds = 9;     // 1 at least
  int in_a_row = 1;                // answers of a round that count
  double most_seconds_each = 1e9;  // a server that has taken so long for a query is not asked it again, once it has
                                   // been asked in one round
};

// Of one server.
struct AnswerTimes {
  std::uint64_t rows = 0;  // without the head
  std::uint64_t digest = 0, bytes = 0;
  std::vector<double> ms;  // of those that count, ascending; empty if there was an error
  std::string error;       // no answer, or not in time; empty: none
};

// Local. By server. The first turn of warming up looks at the rows. A server that fails is not asked again.
std::vector<AnswerTimes> time_answers(std::span<AskedServer> servers, std::string_view name, std::string_view query,
                                      const Turns& turns);

// Error (user) if a server has failed, or has given other rows than the first.
void require_same(std::span<const AskedServer> servers, std::string_view name, std::span<const AnswerTimes> times);

// Of ascending values, at least one.
double median(std::span<const double> ascending);
// Of ascending values, at least one: the smallest that at least `share` of them do not exceed.
double quantile(std::span<const double> ascending, double share);

}  // namespace quadrille::bench
