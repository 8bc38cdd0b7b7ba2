#pragma once

// Many clients that ask one server at once, each with a connection that is kept and one query at a time: the next one
// goes out when the answer's last byte has come. They begin at different places of their orders. One thread serves all
// of them by epoll, so that clients take little of the cores that they share with the server.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/query/endpoint.hpp"
#include "bench/query/workload.hpp"

namespace quadrille::bench {

struct LoadResult {
  double seconds = 0;             // in which answers counted
  std::vector<float> ms;          // of every answer, as they came
  std::vector<std::uint32_t> of;  // which query each was
  std::uint64_t bytes = 0;
  std::uint64_t faults = 0;  // another status, another number of lines, no answer
  std::string first_fault;
  std::size_t connections = 0;  // made: more than clients if the server closes them
  double client_seconds = 0;    // processor time of the clients

  void add(LoadResult other);
};

// Local. `seconds` of load; answers that are under way then are awaited, and do not count. `lines[q]`: how many lines
// query q's answer has at this server; empty: not compared. Error (io) if the server cannot be reached or ends
// connections without answers; (timeout) if one takes more than `most_seconds`.
LoadResult put_load(const Endpoint& endpoint, const Workload& work, std::span<const std::uint64_t> lines,
                    double seconds, double most_seconds);

}  // namespace quadrille::bench
