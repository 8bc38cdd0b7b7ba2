#pragma once

// The servers that a command asks: --server for those to be measured, --peer for those that they are held against.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "bench/query/comparison.hpp"
#include "bench/query/endpoint.hpp"

namespace quadrille::bench {

struct ServerOptions {
  std::vector<std::string> servers, peers;

  void add_to(CLI::App& command);
  // Ours first. Error (user) for what is no address.
  std::vector<Endpoint> endpoints() const;
  std::vector<ComparedServer> described() const;
};

}  // namespace quadrille::bench
