#pragma once

// For tests: random JSON-LD documents that use most constructs, common ones more often.

#include <cstdint>
#include <random>
#include <string>

namespace quadrille::jsonld::testing {

class RandomDocument {
 public:
  explicit RandomDocument(std::uint64_t seed) : random_(seed) {}

  // An object with a context, or an array of such objects, as JSON.
  std::string next();

 private:
  std::string context(int depth);
  std::string node(int depth);
  std::string value(int depth);
  std::string scalar();
  std::string value_object();
  std::string key();
  std::string id();
  std::string type();
  std::string pick(std::initializer_list<const char*> choices);
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

  std::mt19937_64 random_;
};

}  // namespace quadrille::jsonld::testing
