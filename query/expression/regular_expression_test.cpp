#include "query/expression/regular_expression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory_resource>

#include "base/error.hpp"
#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(RegularExpression, RegexFindsAPatternAnywhere) {
  expect_values({
      {R"(REGEX("Alice", "^ali", "i"))", "true"},
      {R"(REGEX("Alice", "^ali"))", "false"},
      {R"(REGEX("Alice"@en, "lic"))", "true"},
      {R"(REGEX("Alice", "lic"@en))", "error"},
      {R"(REGEX(7, "7"))", "error"},
      {R"(REGEX("a", ?nothing))", "error"},
      {R"(REGEX("", "^$"))", "true"},
      {R"(REGEX("食べ物", "^...$"))", "true"},
      {R"(REGEX("STRASSE", "straße", "i"))", "false"},
      {R"(REGEX("ÀB", "àb", "i"))", "true"},
  });
}

TEST(RegularExpression, Flags) {
  expect_values({
      {R"(REGEX("a\nb", "a.b"))", "false"},
      {R"(REGEX("a\rb", "a.b"))", "false"},
      {R"(REGEX("a\nb", "a.b", "s"))", "true"},
      {R"(REGEX("a\nb", "^b$"))", "false"},
      {R"(REGEX("a\nb", "^b$", "m"))", "true"},
      {R"(REGEX("a\n", "a$"))", "false"},
      {R"(REGEX("helloworld", "hello world"))", "false"},
      {R"(REGEX("helloworld", "hello world", "x"))", "true"},
      {R"(REGEX("hello world", "hello[ ]world", "x"))", "true"},
      {R"(REGEX("a.b", "A.B", "qi"))", "true"},
      {R"(REGEX("axb", "a.b", "q"))", "false"},
      {R"(REGEX("a", "a", "z"))", "error"},
      {R"(REGEX("a", "a", ""))", "true"},
  });
}

TEST(RegularExpression, EscapesOfXPath) {
  expect_values({
      {R"(REGEX("٣", "^\\d$"))", "true"},
      {R"(REGEX("٣", "^[0-9]$"))", "false"},
      {R"(REGEX("a b", "^\\w\\s\\w$"))", "true"},
      {R"(REGEX("a-b", "^\\w\\W\\w$"))", "true"},
      {R"(REGEX("é", "^\\w$"))", "true"},
      {R"(REGEX("x:y-1", "^\\i\\c*$"))", "true"},
      {R"(REGEX("1x", "^\\i"))", "false"},
      {R"(REGEX("1x", "^\\I\\C"))", "false"},
      {R"(REGEX(" x", "^\\I[\\i\\d]$"))", "true"},
      {R"(REGEX("aB", "^\\p{Ll}\\p{Lu}$"))", "true"},
      {R"(REGEX("a1", "^\\P{N}[^\\P{N}]$"))", "true"},
      {R"(REGEX("a\tb", "a[\\s]b"))", "true"},
      {R"(REGEX("a\tb", "a[\\S]b"))", "false"},
      {R"(REGEX("[", "[\\[]"))", "true"},
      {R"(REGEX("-", "^[a-]$"))", "true"},
      {R"(REGEX("-", "^[\\-x]$"))", "true"},
  });
}

TEST(RegularExpression, WhatOnlyTheOtherEngineCanDo) {
  expect_values({
      {R"(REGEX("abcabc", "^(abc)\\1$"))", "true"},
      {R"(REGEX("abcabd", "^(abc)\\1$"))", "false"},
      {R"(REGEX("x", "^[a-z-[aeiou]]$"))", "true"},
      {R"(REGEX("e", "^[a-z-[aeiou]]$"))", "false"},
      {R"(REGEX("α", "^\\p{IsGreek}$"))", "true"},
      {R"(REGEX("a", "^\\P{IsGreek}$"))", "true"},
      {R"(REGEX("a\n", "(a)\\1?$"))", "false"},
      {R"(REPLACE("abab", "(ab)\\1", "$1!"))", R"("ab!")"},
      {R"(REPLACE("食食べ", "(食)\\1", "<$1>"))", R"("<食>べ")"},
  });
}

TEST(RegularExpression, BadPatternsAreErrors) {
  expect_values({
      {R"(REGEX("a", "("))", "error"},
      {R"(REGEX("a", "[a"))", "error"},
      {R"(REGEX("a", "*"))", "error"},
      {R"(REGEX("a", "a\\"))", "error"},
      {R"(REGEX("a", "\\p{Nonsense}"))", "error"},
  });
}

TEST(RegularExpression, WhatIsNoPatternOfXPathNorOfPerlsFollowersIsAnError) {
  expect_values({
      {R"(REGEX("q", "\\q"))", "error"},
      {R"(REGEX("a", "\\Qa\\E"))", "error"},
      {R"(REGEX("aa", "a\\1"))", "error"},
      {R"x(REGEX("aa", "([a\\1])"))x", "error"},
      {R"(REGEX("a{", "a{"))", "error"},
      {R"(REGEX("aaa", "a{,3}"))", "error"},
      {R"(REGEX("aaa", "^a{3}$"))", "true"},
      {R"(REGEX("aaa", "^a{1,}$"))", "true"},
      {R"(REGEX("aaa", "^a{1,2}$"))", "false"},
      {R"(REGEX("a{", "a\\{"))", "true"},
      {R"(REGEX("x", "[a-z-[aeiou]0]"))", "error"},
      {R"(REGEX("a/b", "a\\/b"))", "true"},
      {R"(REGEX("b a", "\\ba\\b"))", "true"},
      {R"(REGEX("a", "\\p"))", "error"},
      {R"(REGEX("a", "\\pL"))", "true"},
  });
}

TEST(RegularExpression, CaseIsKeptByProperties) {
  expect_values({
      {R"(REGEX("a", "^\\p{Lu}$", "i"))", "false"},
      {R"(REGEX("A", "^\\p{Lu}$", "i"))", "true"},
      {R"(REGEX("AB", "^\\p{Lu}b$", "i"))", "true"},
  });
}

// RE2 would take 16 GB to replace by this one.
TEST(RegularExpression, TwentyThousandGroupsAreTooMany) {
  std::string pattern;
  for (int group = 0; group < 20'000; ++group) pattern += "(a)?";
  EXPECT_EQ(RegularExpression::compile(pattern + "b", ""), nullptr);
}

TEST(RegularExpression, SetsInSetsEndSomewhere) {
  std::string pattern;
  for (int depth = 0; depth < 100'000; ++depth) pattern += "[a-z-";
  EXPECT_EQ(RegularExpression::compile(pattern, ""), nullptr);
}

// (a+)+\1$ tries 2^n ways to split n letters; RE2 does not have it.
TEST(RegularExpression, TheDeadlineEndsAPatternThatExplodes) {
  const auto pattern = RegularExpression::compile(R"(^(a+)+\1$)", "");
  ASSERT_NE(pattern, nullptr);
  int looks = 0;
  const auto check = [&] {
    if (++looks == 10) fail(ErrorKind::timeout, "the deadline has passed");
  };
  EXPECT_THROW(pattern->matches(std::string(64, 'a') + "b", check), Error);
  EXPECT_EQ(looks, 10);
}

TEST(RegularExpression, TheDeadlineEndsASearchThroughALongText) {
  const auto pattern = RegularExpression::compile(R"((b)\1)", "");
  ASSERT_NE(pattern, nullptr);
  const auto check = [] { fail(ErrorKind::cancelled, "given up"); };
  EXPECT_THROW(pattern->matches(std::string(100'000, 'a'), check), Error);
}

// [01]*1[01]{500} has 2^500 states for an automaton that is not undecided: RE2 follows all of them at once.
TEST(RegularExpression, WhatWouldTakeRe2TooLongCanBeInterruptedToo) {
  const auto pattern = RegularExpression::compile("[01]*1[01]{500}2", "");
  ASSERT_NE(pattern, nullptr);
  const auto check = [] { fail(ErrorKind::timeout, "the deadline has passed"); };
  EXPECT_THROW(pattern->matches(std::string(1'000'000, '1'), check), Error);
  EXPECT_FALSE(pattern->matches(std::string(1000, '1'), check));
}

TEST(RegularExpression, ReplacingLooksAtTheDeadlineAndAtTheBudget) {
  const auto pattern = RegularExpression::compile("a.*b|a", "");
  ASSERT_NE(pattern, nullptr);
  const std::string text(100'000, 'a');  // every search goes to the end
  std::pmr::monotonic_buffer_resource arena;
  const auto check = [] { fail(ErrorKind::timeout, "the deadline has passed"); };
  EXPECT_THROW(pattern->replace(text, "x", arena, check), Error);

  const auto letter = RegularExpression::compile("a", "");
  std::array<std::byte, 4096> budget;
  std::pmr::monotonic_buffer_resource small(budget.data(), budget.size(), std::pmr::null_memory_resource());
  EXPECT_THROW(letter->replace(text, "a longer text", small, {}), std::bad_alloc);
}

TEST(RegularExpression, Replace) {
  expect_values({
      {R"(REPLACE("abcd", "b", "Z"))", R"("aZcd")"},
      {R"(REPLACE("abab", "B", "Z", "i"))", R"("aZaZ")"},
      {R"(REPLACE("abab", "B.", "Z", "i"))", R"("aZb")"},
      {R"(REPLACE("abcd"@en, "b", "Z"))", R"("aZcd"@en)"},
      {R"(REPLACE("abracadabra", "bra", "*"))", R"("a*cada*")"},
      {R"(REPLACE("abracadabra", "a.*a", "*"))", R"("*")"},
      {R"(REPLACE("abracadabra", "a.*?a", "*"))", R"("*c*bra")"},
      {R"(REPLACE("abracadabra", "a", ""))", R"("brcdbr")"},
      {R"x(REPLACE("abracadabra", "a(.)", "a$1$1"))x", R"("abbraccaddabbra")"},
      {R"(REPLACE("abracadabra", ".*?", "$1"))", "error"},
      {R"(REPLACE("AAAA", "A+", "b"))", R"("b")"},
      {R"(REPLACE("AAAA", "A+?", "b"))", R"("bbbb")"},
      {R"(REPLACE("darted", "^(.*?)d(.*)$", "$1c$2"))", R"("carted")"},
      {R"x(REPLACE("abcd", "(ab)|(a)", "[1=$1][2=$2]"))x", R"("[1=ab][2=]cd")"},
      {R"(REPLACE("a1", "[0-9]", 5))", "error"},
      {R"(REPLACE("a", "a", ?nothing))", "error"},
  });
}

TEST(RegularExpression, ReplacementsHaveTheirOwnEscapes) {
  expect_values({
      {R"(REPLACE("a", "a", "\\$1"))", R"("$1")"},
      {R"(REPLACE("a", "a", "\\\\"))", R"("\\")"},
      {R"(REPLACE("a", "a", "$0$0"))", R"("aa")"},
      {R"x(REPLACE("a", "(a)", "$12"))x", R"("a2")"},
      {R"x(REPLACE("a", "(a)", "$2"))x", R"("")"},
      {R"(REPLACE("a", "a", "$"))", "error"},
      {R"(REPLACE("a", "a", "$x"))", "error"},
      {R"(REPLACE("a", "a", "\\n"))", "error"},
      {R"(REPLACE("b", "a", "$"))", "error"},
      {R"(REPLACE("a.", ".", "$1", "q"))", R"("a$1")"},
  });
}

}  // namespace
}  // namespace quadrille::query
