#pragma once

// Random terms of all kinds, in the syntax of Turtle and SPARQL, few enough that many are equal; and conditions on
// them. The same seed gives the same terms on every image.

#include <cstdint>
#include <random>
#include <string>

namespace quadrille::testing {

class RandomTerms {
 public:
  explicit RandomTerms(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  std::string word();
  std::string literal();
  std::string term();
  std::string condition();  // on ?o, of those that ranges of terms are found for

 private:
  std::string text_of_o();

  std::mt19937_64 random_;
};

}  // namespace quadrille::testing
