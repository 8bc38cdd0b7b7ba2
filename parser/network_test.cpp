#include "parser/detail/network.hpp"

#include <gtest/gtest.h>

#include <set>

namespace quadrille::parser {

namespace {

// Converts the tables of an older tool to the form of tools since ANTLR 4.10.
std::vector<std::int32_t> in_new_form(std::span<const std::int32_t> old) {
  const Atn atn = read_atn(old);
  std::vector<std::int32_t> words = {4, (old[9] - 2) & 0xFFFF, (old[10] - 2) & 0xFFFF};
  const auto put = [&](auto... numbers) { (words.push_back(static_cast<std::int32_t>(numbers)), ...); };
  put(atn.states.size());
  for (const Atn::StateInfo& state : atn.states) {
    put(state.type, state.rule);
    if (state.type == 12 || (state.type >= 3 && state.type <= 5)) put(0);
  }
  put(0, 0, atn.rules.size());
  for (const Atn::Rule& rule : atn.rules) put(rule.start);
  put(0, atn.sets.size());
  for (const Atn::Set& set : atn.sets) {
    put(set.intervals.size(), set.has_end);
    for (const auto& [low, high] : set.intervals) put(low, high);
  }
  put(atn.edges.size());
  for (const Atn::Edge& edge : atn.edges)
    put(edge.from, edge.to, edge.kind, edge.arguments[0], edge.arguments[1], edge.arguments[2]);
  put(atn.decisions.size());
  for (const Atn::State state : atn.decisions) put(state);
  return words;
}

}  // namespace

TEST(Network, IsTheSameFromBothFormsOfTheTables) {
  if (kGrammar.parser_atn[0] != 3) GTEST_SKIP() << "this tool writes the new form only";
  const std::vector<std::int32_t> words = in_new_form(kGrammar.parser_atn);
  const Atn old_atn = read_atn(kGrammar.parser_atn), new_atn = read_atn(words);
  ASSERT_EQ(old_atn.edges.size(), new_atn.edges.size());
  const Network one(old_atn), other(new_atn);
  ASSERT_EQ(one.start(Rule::queryUnit), other.start(Rule::queryUnit));
  for (std::size_t id = 0; id < old_atn.states.size(); ++id) {
    const auto state = static_cast<Network::StateId>(id);
    ASSERT_EQ(one.state(state).step, other.state(state).step) << id;
    ASSERT_EQ(one.state(state).target, other.state(state).target) << id;
    ASSERT_EQ(one.state(state).follow, other.state(state).follow) << id;
  }
}

}  // namespace quadrille::parser
