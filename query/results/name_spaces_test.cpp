#include "query/results/name_spaces.hpp"

#include <gtest/gtest.h>

#include <random>

namespace quadrille::results {

namespace {

std::string shortened(const NameSpaces& names, std::string_view iri) {
  const auto name = names.shortened(iri, [](std::string_view local) { return local.find('/') == local.npos; });
  return name ? std::string(name->prefix) + ":" + std::string(name->local) : "none";
}

}  // namespace

TEST(NameSpaces, TheLongestThatLeavesALocalNameIsTaken) {
  const NameSpaces names({{"a", "http://a/"}, {"b", "http://a/b/"}, {"z", "http://z/"}, {"c", "http://a/c"}});
  EXPECT_EQ(shortened(names, "http://a/x"), "a:x");
  EXPECT_EQ(shortened(names, "http://a/b/x"), "b:x");
  EXPECT_EQ(shortened(names, "http://a/b/x/y"), "none");
  EXPECT_EQ(shortened(names, "http://a/cx"), "c:x");
  EXPECT_EQ(shortened(names, "http://a/bx"), "a:bx");
  EXPECT_EQ(shortened(names, "http://a/"), "a:");
  EXPECT_EQ(shortened(names, "http://"), "none");
  EXPECT_EQ(shortened(names, "http://zz/"), "none");
  EXPECT_EQ(shortened(NameSpaces({}), "http://a/x"), "none");
}

// A search and steps up find what looking at all of them finds.
TEST(NameSpaces, AreFoundAsOneByOne) {
  std::mt19937 random(7);
  const auto text = [&](std::size_t most) {
    std::string made;
    for (std::size_t size = random() % (most + 1); made.size() < size;) made += "ab/"[random() % 3];
    return made;
  };
  for (int round = 0; round < 2000; ++round) {
    std::vector<Prefix> prefixes;
    for (std::size_t count = random() % 12; prefixes.size() < count;) {
      prefixes.emplace_back("p" + std::to_string(prefixes.size()), text(5));
    }
    const NameSpaces names(prefixes);
    const std::string iri = text(9);
    std::optional<std::string> best;
    for (const auto& [prefix, space] : prefixes) {
      if (!iri.starts_with(space) || iri.find('/', space.size()) != iri.npos) continue;
      if (!best || space.size() > best->size()) best = space;
    }
    const auto name = names.shortened(iri, [](std::string_view local) { return local.find('/') == local.npos; });
    ASSERT_EQ(name.has_value(), best.has_value()) << iri;
    if (name) {
      ASSERT_EQ(name->local, iri.substr(best->size())) << iri;
    }
  }
}

TEST(DeclaredPrefixes, AreOfEachPrefixAndNamespaceTheFirst) {
  const std::vector<Prefix> wanted = {{"ex", "http://ex/"},
                                      {"ex", "http://other/"},
                                      {"e", "http://ex/"},
                                      {"xsd", "http://mine/"},
                                      {"r", "relative/"},
                                      {"n", ""},
                                      {"o", "http://www.w3.org/2002/07/owl#"}};
  const std::vector<Prefix> expected = {{"ex", "http://ex/"},
                                        {"xsd", "http://mine/"},
                                        {"o", "http://www.w3.org/2002/07/owl#"},
                                        {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
                                        {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"}};
  EXPECT_EQ(declared_prefixes(wanted), expected);
}

TEST(DeclaredPrefixes, AreBounded) {
  std::vector<Prefix> many;
  for (int number = 0; number < 5000; ++number) {
    many.emplace_back("p" + std::to_string(number), "http://n/" + std::to_string(number) + "/");
  }
  EXPECT_EQ(declared_prefixes(many).size(), kMostPrefixes);
}

}  // namespace quadrille::results
