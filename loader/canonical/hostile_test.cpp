// Data made so that their blank nodes are hard to tell apart, and large data that are not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "loader/canonical/testing/canonical_text.hpp"
#include "loader/canonical/testing/random_dataset.hpp"

namespace quadrille::canonical {

namespace {

using testing::canonical_text;
using ::testing::HasSubstr;
using testing::Quads;

std::string hostile_node(std::size_t number) {
  return "_:n" + std::to_string(number);
}

void add_edge(Quads& quads, std::size_t from, std::size_t to) {
  quads.push_back({hostile_node(from), "<http://a/p>", hostile_node(to), ""});
}

void add_clique(Quads& quads, std::size_t first, std::size_t nodes) {
  for (std::size_t from = first; from < first + nodes; ++from) {
    for (std::size_t to = first; to < first + nodes; ++to) add_edge(quads, from, to);
  }
}

Quads clique() {
  Quads quads;
  add_clique(quads, 0, 12);
  return quads;
}

Quads two_cliques() {
  Quads quads;
  add_clique(quads, 0, 10);
  add_clique(quads, 10, 10);
  return quads;
}

// The hub of a single star differs from all other nodes.
Quads two_stars() {
  Quads quads;
  for (std::size_t leaf = 2; leaf < 30; ++leaf) add_edge(quads, leaf % 2, leaf);
  return quads;
}

Quads cycle() {
  Quads quads;
  for (std::size_t node = 0; node < 3000; ++node) add_edge(quads, node, (node + 1) % 3000);
  return quads;
}

Quads torus() {
  Quads quads;
  for (std::size_t x = 0; x < 8; ++x) {
    for (std::size_t y = 0; y < 8; ++y) {
      add_edge(quads, 8 * x + y, 8 * x + (y + 1) % 8);
      add_edge(quads, 8 * x + y, 8 * ((x + 1) % 8) + y);
    }
  }
  return quads;
}

Quads hypercube() {
  Quads quads;
  for (std::size_t node = 0; node < 128; ++node) {
    for (std::size_t bit = 1; bit < 128; bit *= 2) add_edge(quads, node, node ^ bit);
  }
  return quads;
}

std::string error_of(const Quads& quads, const CanonicalOptions& options) {
  try {
    canonical_text(quads, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(HostileData, AreRefused) {
  const CanonicalOptions options{.hash = HashAlgorithm::sha256, .most_steps = 100'000, .cancelled = {}};
  for (const auto& make : {clique, two_cliques, two_stars, cycle, torus, hypercube}) {
    EXPECT_THAT(error_of(make(), options), HasSubstr("needs more than 100000 steps"));
  }
}

TEST(HostileData, AreRefusedWithTheDefaultLimit) {
  const std::string error = error_of(clique(), {});
  EXPECT_EQ(
      error,
      "the canonical form (RDFC-1.0) of these data needs more than 10001200 steps, which is the limit: too many blank "
      "nodes are alike. 12 blank nodes cannot be told apart by their own quads; one of them is _:n0, in\n  _:n0 "
      "<http://a/p> "
      "_:n0 .\nReplace such blank nodes by IRIs, give them different properties, or allow more steps");
}

TEST(HostileData, AreReadWithMoreSteps) {
  Quads quads;
  add_clique(quads, 0, 6);
  add_clique(quads, 6, 6);
  EXPECT_THAT(error_of(quads, {.hash = HashAlgorithm::sha256, .most_steps = 1000, .cancelled = {}}), HasSubstr("1000"));
  EXPECT_EQ(error_of(quads, {}), "no error");
}

// Each cell of a list looks like one of the other list, and each list is read from one cell to its ends.
TEST(LargeData, TwoEqualListsOfManyCells) {
  constexpr std::size_t kCells = 50'000;
  Quads quads;
  for (std::size_t cell = 0; cell < 2 * kCells; ++cell) {
    quads.push_back({hostile_node(cell), "<http://a/first>", "\"" + std::to_string(cell % kCells) + "\"", ""});
    if (cell % kCells + 1 < kCells) add_edge(quads, cell, cell + 1);
  }
  std::mt19937_64 random(21);
  EXPECT_EQ(canonical_text(quads).text, canonical_text(testing::relabelled_and_shuffled(quads, random)).text);
}

TEST(LargeData, ManyEqualPairs) {
  Quads quads;
  for (std::size_t pair = 0; pair < 20'000; ++pair) add_edge(quads, 2 * pair, 2 * pair + 1);
  std::mt19937_64 random(21);
  EXPECT_EQ(canonical_text(quads).text, canonical_text(testing::relabelled_and_shuffled(quads, random)).text);
}

}  // namespace quadrille::canonical
