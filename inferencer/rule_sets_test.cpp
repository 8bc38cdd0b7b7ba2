#include "inferencer/rule_sets.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "inferencer/rule.hpp"

namespace quadrille::inferencer {
namespace {

std::set<std::string> rules_of(const parser::RuleSet& set) {
  std::set<std::string> names;
  for (const parser::InferenceRule& rule : set.rules) {
    EXPECT_TRUE(rule.name.starts_with(kRuleNamespace)) << rule.name;
    EXPECT_TRUE(names.insert(rule.name.substr(kRuleNamespace.size())).second) << rule.name;
  }
  return names;
}

TEST(RuleSets, AreThree) {
  EXPECT_EQ(rule_set_names(), (std::vector<std::string>{"rdfs", "rdfs-plus", "owl-rl"}));
  for (const std::string& name : rule_set_names()) EXPECT_FALSE(rule_set(name).rules.empty()) << name;
}

TEST(RuleSets, RdfsPlusHasTheRulesOfRdfs) {
  const auto rdfs = rules_of(rule_set("rdfs")), plus = rules_of(rule_set("rdfs-plus"));
  EXPECT_TRUE(std::includes(plus.begin(), plus.end(), rdfs.begin(), rdfs.end()));
  EXPECT_GT(plus.size(), rdfs.size());
}

// The names of OWL 2 Profiles, 4.3; rules that walk lists have more names, and are found by their beginnings. Those
// about literals are in the engine.
TEST(RuleSets, OwlRlHasEveryRuleOfItsTables) {
  const char* const kNames[] = {
      "eq-sym",     "eq-trans",   "eq-rep-s",   "eq-rep-p",     "eq-rep-o", "eq-diff1",  "eq-diff2",  "eq-diff3",
      "prp-dom",    "prp-rng",    "prp-fp",     "prp-ifp",      "prp-irp",  "prp-symp",  "prp-asyp",  "prp-trp",
      "prp-spo1",   "prp-spo2",   "prp-eqp1",   "prp-eqp2",     "prp-pdw",  "prp-adp",   "prp-inv1",  "prp-inv2",
      "prp-key",    "prp-npa1",   "prp-npa2",   "cls-nothing2", "cls-int1", "cls-int2",  "cls-uni",   "cls-com",
      "cls-svf1",   "cls-svf2",   "cls-avf",    "cls-hv1",      "cls-hv2",  "cls-maxc1", "cls-maxc2", "cls-maxqc1",
      "cls-maxqc2", "cls-maxqc3", "cls-maxqc4", "cls-oo",       "cax-sco",  "cax-eqc1",  "cax-eqc2",  "cax-dw",
      "cax-adc",    "scm-sco",    "scm-eqc1",   "scm-eqc2",     "scm-spo",  "scm-eqp1",  "scm-eqp2",  "scm-dom1",
      "scm-dom2",   "scm-rng1",   "scm-rng2",   "scm-hv",       "scm-svf1", "scm-svf2",  "scm-avf1",  "scm-avf2",
      "scm-int",    "scm-uni"};
  const auto rules = rules_of(rule_set("owl-rl"));
  for (const char* name : kNames) EXPECT_TRUE(rules.contains(name)) << name;
  const auto trivial = rules_of(rule_set("owl-rl", true));
  for (const char* name : {"eq-ref", "scm-cls", "scm-op", "scm-dp"}) {
    EXPECT_FALSE(rules.contains(name)) << name;
    EXPECT_TRUE(trivial.contains(name)) << name;
  }
}

TEST(RuleSets, TooManyRulesAreRefused) {
  const auto rules_with = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += fmt::format("RULE {{ ?x a <http://e/D{}> }} WHERE {{ ?x a <http://e/C{}> }}\n", i, i);
    return parser::parse_rule_set(text);
  };
  EXPECT_NO_THROW(constants_of(rules_with(100)));
  const parser::RuleSet rules = rules_with(kMostRules + 1);
  try {
    constants_of(rules);
    FAIL() << "they were read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("there are 10001 rules; the most is 10000"));
  }
}

TEST(RuleSets, AnUnknownNameIsRefusedWithTheKnownOnes) {
  try {
    rule_set("owl");
    FAIL() << "it was found";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "there is no rule set 'owl'; the sets are rdfs, rdfs-plus, owl-rl");
  }
}

}  // namespace
}  // namespace quadrille::inferencer
