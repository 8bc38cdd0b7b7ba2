#pragma once

// The servers of a command: --server for those to be measured, --peer for those with which they are compared.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "bench/query/comparison.hpp"
#include "bench/query/endpoint.hpp"

namespace quadrille::bench {

struct ServerOptions {
  std::vector<std::string> servers, peers;

  void add_to(CLI::App& command);
  // Ours first. Error (user) for an invalid address.
  std::vector<Endpoint> endpoints() const;
  std::vector<ComparedServer> described() const;
};

}  // namespace quadrille::bench
