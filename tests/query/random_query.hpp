#pragma once

// Random data and random queries over it: small enough to be answered in milliseconds, with all kinds of joins, paths,
// graphs and forms. The same seed gives the same on every image.

#include <cstdint>
#include <random>
#include <string>

namespace quadrille::testing {

class RandomQueries {
 public:
  explicit RandomQueries(std::uint64_t seed) : random_(seed) {}

  // TriG: a graph of some 40 nodes, a class that most quads name, three named graphs.
  std::string data();
  // A query whose answer, as a set of lines, is the same whoever computes it.
  std::string query();

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  std::string node();
  std::string predicate();
  std::string variable();
  std::string end();
  std::string pattern();
  std::string path(int depth);
  std::string part(int depth);
  std::string group(int depth);

  std::mt19937_64 random_;
};

}  // namespace quadrille::testing
