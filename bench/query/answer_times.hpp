#pragma once

// Measures the times in which servers answer one query, in turns, so that other work on the machine affects all of them
// equally; and compares their rows, in any order.
//
//   warm-up 1: server 1, server 2   ...   round 1: server 1 1 1, server 2 2 2   round 2: server 1 1 1, server 2 2 2 ...
//
// While a server waits for its turn, the others fill the processors' caches. With `in_a_row` above 1 it therefore gets
// one more query at the start of each turn, which does not count.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/query/asked_server.hpp"

namespace quadrille::bench {

struct Turns {
  int warm_up = 1, rounds = 9;     // at least 1
  int in_a_row = 1;                // answers of a round that count
  double most_seconds_each = 1e9;  // a server that has taken this long for a query does not get it again, after one
                                   // round
};

// Of one server.
struct AnswerTimes {
  std::uint64_t rows = 0;  // without the head
  std::uint64_t digest = 0, bytes = 0;
  std::vector<double> ms;  // of the answers that count, ascending; empty if there was an error
  std::string error;       // no answer, or not in time; empty: none
};

// Local. By server. The first warm-up turn examines the rows. A server that fails gets no more queries.
std::vector<AnswerTimes> time_answers(std::span<AskedServer> servers, std::string_view name, std::string_view query,
                                      const Turns& turns);

// Error (user) if a server has failed, or has returned other rows than the first.
void require_same(std::span<const AskedServer> servers, std::string_view name, std::span<const AnswerTimes> times);

// Of ascending values, at least one.
double median(std::span<const double> ascending);
// Of ascending values, at least one: the smallest that at least `share` of them do not exceed.
double quantile(std::span<const double> ascending, double share);

}  // namespace quadrille::bench
