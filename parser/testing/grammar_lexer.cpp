#include "parser/testing/grammar_lexer.hpp"

#include <algorithm>
#include <set>

#include "parser/detail/characters.hpp"

namespace quadrille::parser {

GrammarLexer::GrammarLexer() : atn_(read_atn(kGrammar.lexer_atn)), ways_(atn_.states.size()), frames_(1) {
  for (const Atn::Edge& edge : atn_.edges) ways_[static_cast<std::size_t>(edge.from)].push_back(&edge);
  id_of({});
  start_ = id_of(closure({{atn_.modes.front(), 0}}));
}

GrammarLexer::Places GrammarLexer::closure(Places open) {
  std::set<Place> seen;
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    if (!seen.insert(place).second) continue;
    const auto [state, frame] = place;
    if (atn_.states[static_cast<std::size_t>(state)].type == Atn::kRuleStop && frame != 0)
      open.push_back(frames_[frame]);
    for (const Atn::Edge* edge : ways_[static_cast<std::size_t>(state)]) {
      if (edge->kind == Atn::EdgeKind::epsilon || edge->kind == Atn::EdgeKind::action) {
        open.emplace_back(edge->to, frame);
      } else if (edge->kind == Atn::EdgeKind::rule) {
        const auto [found, is_new] = known_frames_.try_emplace({edge->to, frame}, frames_.size());
        if (is_new) frames_.emplace_back(edge->to, frame);
        open.emplace_back(edge->arguments[0], found->second);
      }
    }
  }
  return {seen.begin(), seen.end()};
}

bool GrammarLexer::takes(const Atn::Edge& edge, char32_t character) const {
  const auto value = static_cast<std::int32_t>(character);
  const auto in_set = [&] {
    const auto& intervals = atn_.sets[static_cast<std::size_t>(edge.arguments[0])].intervals;
    return std::any_of(intervals.begin(), intervals.end(),
                       [&](const auto& interval) { return value >= interval.first && value <= interval.second; });
  };
  switch (edge.kind) {
    case Atn::EdgeKind::atom:
      return edge.arguments[2] == 0 && edge.arguments[0] == value;
    case Atn::EdgeKind::range:
      return value >= edge.arguments[0] && value <= edge.arguments[1];
    case Atn::EdgeKind::set:
      return in_set();
    case Atn::EdgeKind::not_set:
      return !in_set();
    case Atn::EdgeKind::wildcard:
      return true;
    default:
      return false;
  }
}

GrammarLexer::Places GrammarLexer::step(const Places& places, char32_t character) {
  Places reached;
  for (const auto& [state, frame] : places)
    for (const Atn::Edge* edge : ways_[static_cast<std::size_t>(state)])
      if (takes(*edge, character)) reached.emplace_back(edge->to, frame);
  return closure(std::move(reached));
}

// A set with the end of an outermost rule has matched a token; of several rules the first counts.
std::size_t GrammarLexer::id_of(Places places) {
  const auto [found, is_new] = ids_.try_emplace(places, sets_.size());
  if (!is_new) return found->second;
  std::int32_t first_rule = -1;
  for (const auto& [state, frame] : places) {
    const Atn::StateInfo& info = atn_.states[static_cast<std::size_t>(state)];
    if (info.type == Atn::kRuleStop && frame == 0 && (first_rule < 0 || info.rule < first_rule)) first_rule = info.rule;
  }
  accepts_.push_back(first_rule < 0 ? TokenKind::END
                                    : static_cast<TokenKind>(atn_.rules[static_cast<std::size_t>(first_rule)].token));
  sets_.push_back(std::move(places));
  return found->second;
}

std::size_t GrammarLexer::next(std::size_t id, char32_t character) {
  const auto [found, is_new] = steps_.try_emplace({id, character}, kNowhere);
  if (is_new) found->second = id_of(step(Places(sets_[id]), character));
  return found->second;
}

GrammarLexer::Match GrammarLexer::longest(std::string_view text, std::size_t at) {
  Match best{TokenKind::END, at, 0};
  std::size_t id = start_;
  for (std::size_t i = at; i < text.size();) {
    const CodePoint character = decode(text, i);
    id = next(id, character.value);
    if (id == kNowhere) break;
    i += character.size;
    if (accepts_[id] != TokenKind::END) best = {accepts_[id], at, i - at};
  }
  return best;
}

std::vector<GrammarLexer::Match> GrammarLexer::tokens(std::string_view text) {
  std::vector<Match> all;
  for (std::size_t at = 0; at < text.size();) {
    const Match match = longest(text, at);
    if (match.kind != TokenKind::WS && match.kind != TokenKind::COMMENT) all.push_back(match);
    at += match.size;
  }
  return all;
}

}  // namespace quadrille::parser
