#pragma once

// Random data and random queries over them: small enough for answers in milliseconds, with all kinds of joins, paths,
// graphs and query forms. The same seed gives the same data and queries on every image.

#include <cstdint>
#include <random>
#include <string>

namespace quadrille::testing {

class RandomQueries {
 public:
  enum class Blanks : std::uint8_t { some, none };
  enum class Services : std::uint8_t { none, some };  // groups that ask kService instead
  static constexpr const char* kService = "SERVICE <at/all>";
  explicit RandomQueries(std::uint64_t seed, Blanks blanks = Blanks::some, Services services = Services::none)
      : random_(seed), blanks_(blanks), services_(services) {}

  // TriG: a graph of some 40 nodes, a class that most quads name, three named graphs.
  std::string data();
  // A query whose answer, as a set of lines, is the same for every correct engine.
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
  std::string graph(int depth);

  std::mt19937_64 random_;
  const Blanks blanks_;
  Services services_;
};

}  // namespace quadrille::testing
