#include "base/name_spaces.hpp"

#include <gtest/gtest.h>

#include <random>

namespace quadrille {

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

TEST(NameSpaces, AreReadFromTheHeadOfADocument) {
  const std::string document = "@prefix : <http://ex.org/> .\n@prefix p-1: <http://ex.org/a#> .\n\n:a p-1:b :c .\n";
  const std::vector<DeclaredPrefix> expected{{"", "http://ex.org/"}, {"p-1", "http://ex.org/a#"}};
  EXPECT_EQ(prefixes_of_turtle(document), expected);
  EXPECT_TRUE(prefixes_of_turtle("").empty());
  EXPECT_TRUE(prefixes_of_turtle(":a :b :c .\n").empty());
  EXPECT_TRUE(prefixes_of_turtle("@prefix p: <http://ex.org/").empty());
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
    std::vector<DeclaredPrefix> prefixes;
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

}  // namespace quadrille
