#pragma once

// Peers that cannot be installed here, by figures that were measured on another machine, brought to this one by a peer
// that was measured there and here:
//
//   figure here = figure there * (a peer's median here / the same peer's figure there)       by query
//
// A file of figures:
//
//   {"scaled_by": "Oxigraph",                                   the peer that was measured there and is here
//    "there_ms":  {"q1": 0.12, "q2": 4499, ...},                its figures there
//    "servers":   {"QLever": {"q2": 94, "q2c": 79, ...}},       the others' figures there
//    "as":        {"q2c": "q2"}}                                queries that are scaled as another one

#include <map>
#include <string>

#include "bench/query/comparison.hpp"

namespace quadrille::bench {

struct Figures {
  using ByQuery = std::map<std::string, double>;  // ms
  std::string scaled_by;
  ByQuery there_ms;
  std::map<std::string, ByQuery> servers;
  std::map<std::string, std::string> as;

  // Error (user) for a file that is something else.
  static Figures read(const std::string& path);

  // Adds a server of figures for each. Where the peer that scales is not there, or has no answer to a query, that
  // query has no figure.
  void add_to(Comparison& comparison) const;

 private:
  double scale(const Comparison& comparison, const std::string& query) const;  // 0: not known
};

}  // namespace quadrille::bench
