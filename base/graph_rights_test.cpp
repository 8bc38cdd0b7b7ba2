#include "base/graph_rights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace quadrille {

namespace {

using testing::ElementsAre;

const GraphRights kSome({.iris = {"http://b/2", "http://a/1", "http://b/2"}, .prefixes = {"http://c/", "http://c/d/"}});

// A few short names, so that prefixes and names meet.
GraphRights random_rights(std::mt19937& random) {
  const auto name = [&](std::size_t most) {
    std::string text;
    for (std::size_t letters = random() % (most + 1); letters > 0; --letters) text += "ab"[random() % 2];
    return text;
  };
  GraphRights::Parts parts{.default_graph = random() % 2 == 0};
  for (std::size_t iris = random() % 4; iris > 0; --iris) parts.iris.push_back(name(4));
  for (std::size_t prefixes = random() % 3; prefixes > 0; --prefixes) parts.prefixes.push_back(name(3));
  return GraphRights(std::move(parts));
}

}  // namespace

TEST(GraphRights, KeepsWhatSaysSomething) {
  EXPECT_THAT(kSome.iris(), ElementsAre("http://a/1", "http://b/2"));
  EXPECT_THAT(kSome.prefixes(), ElementsAre("http://c/"));
  EXPECT_TRUE(GraphRights({.default_graph = true, .iris = {"urn:a"}, .prefixes = {"urn:", ""}}).is_all());
  EXPECT_TRUE(kSome.intersection(GraphRights::none()).is_none());
  EXPECT_FALSE(kSome.is_none());
  EXPECT_EQ(kSome.intersection(GraphRights::all()), kSome);
}

TEST(GraphRights, HoldsNamesAndPrefixes) {
  for (const char* iri : {"http://a/1", "http://b/2", "http://c/", "http://c/d/e"})
    EXPECT_TRUE(kSome.holds(iri)) << iri;
  for (const char* iri : {"http://a/", "http://a/11", "http://c", "http://b", ""})
    EXPECT_FALSE(kSome.holds(iri)) << iri;
  EXPECT_TRUE(GraphRights::all().holds(""));
  EXPECT_FALSE(GraphRights::none().holds(""));
}

TEST(GraphRights, AnIntersectionHasTheGraphsOfBoth) {
  std::mt19937 random(1);
  std::vector<std::string> names{""};
  for (std::size_t from = 0; names.size() < 63; ++from)
    names.push_back(names[from] + "a"), names.push_back(names[from] + "b");
  for (int round = 0; round < 2000; ++round) {
    const GraphRights one = random_rights(random), other = random_rights(random);
    const GraphRights both = one.intersection(other);
    EXPECT_EQ(both.has_default_graph(), one.has_default_graph() && other.has_default_graph());
    bool is_included = one.has_default_graph() || !other.has_default_graph();
    for (const std::string& name : names) EXPECT_EQ(both.holds(name), one.holds(name) && other.holds(name)) << name;
    EXPECT_EQ(both, other.intersection(one));
    EXPECT_TRUE(one.includes(both) && other.includes(both));
    if (one.includes(other)) {
      EXPECT_TRUE(is_included);
      for (const std::string& name : names) EXPECT_TRUE(one.holds(name) || !other.holds(name)) << name;
    }
  }
}

TEST(GraphRights, AKeyMakesTheSameRights) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    const GraphRights rights = random_rights(random);
    EXPECT_EQ(GraphRights::of_key(rights.key()), rights);
  }
  EXPECT_EQ(GraphRights::none().key(), "");
  for (const char* broken : {"x", "d", "dd\n", "=a", "\n", "?a\n"}) EXPECT_FALSE(GraphRights::of_key(broken)) << broken;
}

}  // namespace quadrille
