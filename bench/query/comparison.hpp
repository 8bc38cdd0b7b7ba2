#pragma once

// The measurements of `quadrille-bench query`: plain values, and their tables, JSON and chart.
//
//   server    one of ours, or a peer for comparison
//   factor    of one of our servers and a query: the best peer's median / its own; without peers: the first server's

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/query/answer_times.hpp"

namespace quadrille::bench {

enum class ServerRole : std::uint8_t { ours, peer };

struct ComparedServer {
  std::string name, url;
  ServerRole role = ServerRole::ours;
};

struct ComparedQuery {
  std::string name;
  std::optional<std::uint64_t> expected_rows;  // nullopt: not known
  std::vector<AnswerTimes> times;              // by server; no ms: no answer
};

struct Comparison {
  std::string title, machine;
  Turns turns;
  std::vector<ComparedServer> servers;
  std::vector<ComparedQuery> queries;

  // The median of a query at a server; nullopt: no answer.
  std::optional<double> median_ms(std::size_t query, std::size_t server) const;
  std::optional<double> factor(std::size_t query, std::size_t server) const;
  // The geometric mean of the factors of a server.
  std::optional<double> mean_factor(std::size_t server) const;
  // Geometric mean of the medians of a server, over the queries that all servers have answered.
  std::optional<double> mean_ms(std::size_t server) const;
  // Faults and differences: servers that failed, other numbers of rows than expected or than the first, other rows.
  std::vector<std::string> remarks() const;
  // Of our own servers: failures and wrong numbers of rows.
  std::size_t faults() const;
};

std::string to_markdown(const Comparison& comparison);
std::string to_json(const Comparison& comparison);
std::string to_svg(const Comparison& comparison);

}  // namespace quadrille::bench
