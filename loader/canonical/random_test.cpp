// Properties of canonical documents of random datasets.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "loader/canonical/testing/canonical_text.hpp"
#include "loader/canonical/testing/literal_algorithm.hpp"
#include "loader/canonical/testing/random_dataset.hpp"

namespace quadrille::canonical {

namespace {

using quadrille::testing::Graph;
using quadrille::testing::TextQuad;
using testing::canonical_text;
using testing::CanonicalText;
using testing::Quads;

std::string text_of(const Quads& quads) {
  std::string text;
  for (const TextQuad& quad : quads) text += quad[0] + " " + quad[1] + " " + quad[2] + " " + quad[3] + " .\n";
  return text;
}

// Then RDFC-1.0 allows several documents (labelled_quads.hpp).
bool has_three_nodes_in_a_quad(const Quads& quads) {
  return std::any_of(quads.begin(), quads.end(), [](const TextQuad& quad) {
    std::set<std::string> nodes(quad.begin(), quad.end());
    std::erase_if(nodes, [](const std::string& term) { return !term.starts_with("_:"); });
    return nodes.size() == 3;
  });
}

bool needs_n_degree(const Quads& quads) {
  try {
    canonical_text(quads, {.hash = HashAlgorithm::sha256, .most_steps = 0, .cancelled = {}});
  } catch (const Error&) {
    return true;
  }
  return false;
}

Graph graph_of(const Quads& quads) {
  return {quads.begin(), quads.end()};
}

}  // namespace

TEST(RandomDatasets, HaveTheDocumentsOfTheLiteralAlgorithm) {
  const auto seed = std::random_device{}();
  std::mt19937_64 random(seed);
  int need_n_degree = 0;
  for (int i = 0; i < 1000; ++i) {
    const Quads quads = testing::random_dataset(random, 6);
    if (has_three_nodes_in_a_quad(quads)) continue;
    need_n_degree += needs_n_degree(quads) ? 1 : 0;
    const auto hash = i % 4 == 0 ? HashAlgorithm::sha384 : HashAlgorithm::sha256;
    const CanonicalText have = canonical_text(quads, {.hash = hash, .most_steps = {}, .cancelled = {}});
    const CanonicalText want = testing::literal_canonical_text(graph_of(quads), hash);
    ASSERT_EQ(have.text, want.text) << "seed " << seed << "\n" << text_of(quads);
    ASSERT_EQ(have.labels, want.labels) << "seed " << seed << "\n" << text_of(quads);
  }
  EXPECT_GT(need_n_degree, 100) << "seed " << seed;
}

TEST(RandomDatasets, HaveTheSameDocumentWithOtherLabelsInAnotherOrder) {
  const auto seed = std::random_device{}();
  std::mt19937_64 random(seed);
  for (int i = 0; i < 1000; ++i) {
    const Quads quads = testing::random_dataset(random, 12);
    const Quads other = testing::relabelled_and_shuffled(quads, random);
    ASSERT_EQ(canonical_text(quads).text, canonical_text(other).text) << "seed " << seed << "\n"
                                                                      << text_of(quads) << "\n"
                                                                      << text_of(other);
  }
}

// labelled_quads.hpp: RDFC-1.0 allows two documents of each.
TEST(OpenTies, HaveOneDocument) {
  const auto seed = std::random_device{}();
  std::mt19937_64 random(seed);
  const Quads pair = {{"_:a", "<http://a/q>", "_:b", "_:c"},
                      {"_:b", "<http://a/q>", "_:a", "_:d"},
                      {"_:c", "<http://a/p>", "\"1\"", ""},
                      {"_:d", "<http://a/p>", "\"2\"", ""}};
  std::vector<Quads> datasets = {pair};
  // Two hubs of such pairs: permutations with equal paths, if the digest of the hubs is less than that of the leaves.
  for (int property = 0; property < 8; ++property) {
    Quads& hubs = datasets.emplace_back(pair);
    hubs.push_back({"_:e", "<http://a/q>", "_:f", "_:c"});
    hubs.push_back({"_:f", "<http://a/q>", "_:e", "_:d"});
    for (const auto& [hub, leaf] : {std::pair{"_:h", "_:a"}, {"_:h", "_:b"}, {"_:i", "_:e"}, {"_:i", "_:f"}}) {
      hubs.push_back({hub, "<http://a/r" + std::to_string(property) + ">", leaf, ""});
    }
  }
  for (const Quads& quads : datasets) {
    const std::string text = canonical_text(quads).text;
    for (int i = 0; i < 100; ++i) {
      ASSERT_EQ(canonical_text(testing::relabelled_and_shuffled(quads, random)).text, text) << "seed " << seed;
    }
  }
}

TEST(RandomDatasets, HaveOtherDocumentsUnlessTheyAreIsomorphic) {
  const auto seed = std::random_device{}();
  std::mt19937_64 random(seed);
  std::size_t isomorphic = 0;
  for (int i = 0; i < 1000; ++i) {
    const Quads quads = testing::random_dataset(random, 6);
    Quads changed = quads;
    changed[random() % changed.size()] = testing::random_quad(random, 6);
    const bool is_same = quadrille::testing::are_isomorphic(graph_of(quads), graph_of(changed));
    isomorphic += is_same ? 1 : 0;
    ASSERT_EQ(canonical_text(quads).text == canonical_text(changed).text, is_same) << "seed " << seed << "\n"
                                                                                   << text_of(quads) << "\n"
                                                                                   << text_of(changed);
  }
  EXPECT_GT(isomorphic, 0u) << "seed " << seed;
}

TEST(RandomDatasets, HaveTheirQuadsUnderTheNewLabelsInSortedLines) {
  const auto seed = std::random_device{}();
  std::mt19937_64 random(seed);
  for (int i = 0; i < 300; ++i) {
    Quads quads = testing::random_dataset(random, 40);
    const CanonicalText have = canonical_text(quads);
    std::vector<std::string> lines;
    for (TextQuad& quad : quads) {
      for (std::string& term : quad) {
        if (term.starts_with("_:")) term = "_:" + have.labels.at(term.substr(2));
      }
      lines.push_back(quad[0] + " " + quad[1] + " " + quad[2] + (quad[3].empty() ? "" : " " + quad[3]) + " .\n");
    }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    std::string want;
    for (const std::string& line : lines) want += line;
    ASSERT_EQ(have.text, want) << "seed " << seed << "\n" << text_of(quads);
  }
}

}  // namespace quadrille::canonical
