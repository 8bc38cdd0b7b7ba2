#pragma once

// Many clients that query one server at once, each over its own open connection and with one query at a time: it sends
// the next one when the last byte of the answer has arrived. They begin at different places of their orders. One thread
// serves all of them by epoll, so that the clients take little of the cores that they share with the server.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/query/endpoint.hpp"
#include "bench/query/workload.hpp"

namespace quadrille::bench {

struct LoadResult {
  double seconds = 0;             // in which answers counted
  std::vector<float> ms;          // of every answer, in the order of arrival
  std::vector<std::uint32_t> of;  // the query of each
  std::uint64_t bytes = 0;
  std::uint64_t faults = 0;  // another status, another number of lines, no answer
  std::string first_fault;
  std::size_t connections = 0;  // made: more than clients if the server closes them
  double client_seconds = 0;    // processor time of the clients

  void add(LoadResult other);
};

// How much load.
struct LoadExtent {
  double seconds = 0;        // of load; then it waits for the open answers, which do not count
  std::size_t steps = 0;     // if not 0, instead: the number of queries of each client, of which all answers count
  std::size_t first = 0;     // number of steps of each client before, in earlier turns
  double most_seconds = 60;  // for one answer
};

// Local. `lines[q]`: the number of lines of query q's answer at this server; empty: not compared. Error (io) if the
// server cannot be reached or ends connections without answers; (timeout) if an answer takes too long.
LoadResult put_load(const Endpoint& endpoint, const Workload& work, std::span<const std::uint64_t> lines,
                    const LoadExtent& extent);

}  // namespace quadrille::bench
