#pragma once

// Measures servers under the load of many clients, in turns.
//
//   every query once, alone: rows are compared -> warm up -> turn 1: server 1, server 2 ... -> turn 2 ...
//
// Queries of one kind have names that differ behind the last "-": explore-q01-07 is of the kind explore-q01.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/query/client_load.hpp"
#include "bench/query/comparison.hpp"

namespace quadrille::bench {

struct LoadTurns {
  double warm_up_seconds = 1, seconds = 5;  // of a turn
  std::size_t steps = 0;                    // if not 0, instead of seconds: number of queries of a client in a turn
  int turns = 3;
  double most_seconds = 60;  // for one answer
};

struct LoadOfServer {
  ComparedServer server;
  LoadResult result;
  std::vector<float> ms;  // ascending
  std::string error;      // the reason why the measurement failed; empty: it did not

  double queries_per_second() const;
  double mixes_per_hour(std::size_t mix_queries) const;
  double quantile_ms(double share) const;  // 0 without answers
};

// The p50 and p99 of the queries of a kind, by server.
struct LoadOfKind {
  std::string name;
  std::vector<std::optional<double>> median_ms, p99_ms;
};

struct LoadComparison {
  std::string title, machine;
  LoadTurns turns;
  std::size_t clients = 0, different_queries = 0, mix_queries = 0;
  std::vector<LoadOfServer> servers;
  std::vector<LoadOfKind> kinds;  // none if all queries are of one kind
  std::vector<std::string> remarks;

  // Queries a second of one of ours / the best peer's; without peers / the first server's.
  std::optional<double> factor(std::size_t server) const;
  std::size_t faults() const;  // of our own servers
};

// Local. `expected`: numbers of rows of queries, as far as known.
LoadComparison compare_load(const std::string& title, std::span<const Endpoint> endpoints,
                            std::span<const ComparedServer> servers, const Workload& work, const ExpectedRows& expected,
                            const LoadTurns& turns);

std::string to_markdown(const LoadComparison& comparison);
std::string to_json(const LoadComparison& comparison);
std::string to_svg(const LoadComparison& comparison);

}  // namespace quadrille::bench
