#include "parser/detail/expected.hpp"

#include <map>
#include <set>
#include <utility>

#include "base/assert.hpp"

namespace quadrille::parser {

namespace {

using Step = Network::Step;
using StateId = Network::StateId;

// An open rule: the state after it, and the frame of the surrounding rule. Frame 0 is the base.
using Frame = std::size_t;
constexpr Frame kBottom = 0;

// A place of the search: a state, and the open rules.
using Place = std::pair<StateId, Frame>;

class NetworkWalk {
 public:
  explicit NetworkWalk(const Network& network) : network_(network), frames_(1) {}

  Frame push(StateId behind, Frame above) {
    const auto [found, is_new] = known_.try_emplace({behind, above}, frames_.size());
    if (is_new) frames_.emplace_back(behind, above);
    return found->second;
  }

  // All places that can be reached from `places` without a token and that need a token next.
  std::vector<Place> before_tokens(std::vector<Place> places) {
    std::set<Place> seen;
    std::vector<Place> found;
    while (!places.empty()) {
      const auto [id, frame] = places.back();
      places.pop_back();
      if (!seen.insert({id, frame}).second) continue;
      const Network::State& state = network_.state(id);
      switch (state.step) {
        case Step::token:
          found.emplace_back(id, frame);
          break;
        case Step::call:
          places.emplace_back(state.target, push(state.follow, frame));
          break;
        case Step::decision:
          for (const StateId way : network_.alternatives(state)) places.emplace_back(way, frame);
          break;
        case Step::stop:
          if (frame != kBottom) places.push_back(frames_[frame]);
          break;
      }
    }
    return found;
  }

 private:
  const Network& network_;
  std::vector<Place> frames_;
  std::map<Place, Frame> known_;
};

std::vector<TokenKind> kinds_in(const TokenSet& set) {
  std::vector<TokenKind> kinds;
  for (std::size_t kind = 0; kind < set.size(); ++kind)
    if (set.test(kind)) kinds.push_back(static_cast<TokenKind>(kind));
  return kinds;
}

}  // namespace

Unexpected find_unexpected(const Network& network, StateId state, std::span<const StateId> follow,
                           std::span<const Token> tokens) {
  NetworkWalk walk(network);
  Frame frame = kBottom;
  for (const StateId behind : follow) frame = walk.push(behind, frame);
  std::vector<Place> places = {{state, frame}};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    TokenSet possible;
    std::vector<Place> next;
    for (const auto& [id, open] : walk.before_tokens(std::move(places))) {
      const Network::State& at = network.state(id);
      possible |= network.tokens(at);
      if (network.tokens(at).test(static_cast<std::size_t>(tokens[i].kind))) next.emplace_back(at.target, open);
    }
    if (next.empty()) return {i, kinds_in(possible)};
    places = std::move(next);
  }
  QUADRILLE_ASSERT(false, "a text that went wrong has a token that cannot follow");
}

}  // namespace quadrille::parser
