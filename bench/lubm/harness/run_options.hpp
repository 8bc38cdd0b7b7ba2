#pragma once

// The options of a measurement (`quadrille-bench lubm run`). Paths are filled before a Benchmark gets them.

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::lubm {

struct RunOptions {
  std::vector<std::uint32_t> universities{1};
  std::vector<int> images{1};
  std::int32_t seed = 0;
  bool inferred = false;   // build with the ontology and the rules of OWL 2 RL
  bool from_file = false;  // write the data to a file and build from it; always with a peer
  int builds = 1, warm_up = 1, repetitions = 5;
  bool ask = true;             // the queries
  double most_seconds = 3600;  // the limit for each program
  std::string memory;          // for `quadrille build --memory`; empty: not given

  std::string quadrille;  // the program
  std::string bench;      // this program
  std::string queries;    // the folder of queries and expected rows
  std::string ontology;   // N-Triples, for builds with rules
  std::string oxigraph;   // the peer's program; empty: none
  std::string work;       // the folder for our temporary folder
  bool keep = false;      // the folder is kept

  std::string json, plot;  // files to write; empty: not
};

}  // namespace quadrille::lubm
