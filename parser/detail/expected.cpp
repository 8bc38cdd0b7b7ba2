#include "parser/detail/expected.hpp"

#include <map>
#include <set>
#include <utility>

#include "base/assert.hpp"

namespace quadrille::parser {

namespace {

using antlr4::atn::ATNState;
using antlr4::atn::RuleTransition;

// A rule to return to: the state behind it, and the frame of the rule around it. Frame 0 is below all.
using Frame = std::size_t;
constexpr Frame kBottom = 0;

class Network {
 public:
  // Where one can stand: a state, and the rules above.
  using Place = std::pair<const ATNState*, Frame>;

  explicit Network(const antlr4::atn::ATN& atn) : atn_(atn), frames_(1) {}

  Frame frame_of(const antlr4::RuleContext* context) {
    std::vector<const antlr4::RuleContext*> chain;
    for (; context != nullptr && context->parent != nullptr;
         context = static_cast<const antlr4::RuleContext*>(context->parent))
      chain.push_back(context);
    Frame frame = kBottom;
    for (auto rule = chain.rbegin(); rule != chain.rend(); ++rule) {
      const auto& invocation = *atn_.states[(*rule)->invokingState]->transitions[0];
      frame = push(dynamic_cast<const RuleTransition&>(invocation).followState, frame);
    }
    return frame;
  }

  // All places that can be reached from `places` without a token.
  std::set<Place> closure(std::vector<Place> places) {
    std::set<Place> seen;
    while (!places.empty()) {
      const auto [state, frame] = places.back();
      places.pop_back();
      if (!seen.insert({state, frame}).second) continue;
      if (dynamic_cast<const antlr4::atn::RuleStopState*>(state) != nullptr) {
        if (frame != kBottom) places.emplace_back(frames_[frame].first, frames_[frame].second);
        continue;
      }
      for (const auto& transition : state->transitions) {
        if (const auto* call = dynamic_cast<const RuleTransition*>(&*transition)) {
          places.emplace_back(call->target, push(call->followState, frame));
        } else if (transition->isEpsilon()) {
          places.emplace_back(transition->target, frame);
        }
      }
    }
    return seen;
  }

  // Hands (kind of token, place behind it) of every token that can come at `places` to `take`.
  template <class Take>
  static void for_each_token(const std::set<Place>& places, const Take& take) {
    for (const auto& [state, frame] : places) {
      for (const auto& transition : state->transitions) {
        if (transition->isEpsilon()) continue;
        for (const ssize_t type : transition->label().toList())
          take(type > 0 ? static_cast<TokenKind>(type) : TokenKind::END, Place(transition->target, frame));
      }
    }
  }

 private:
  Frame push(const ATNState* behind, Frame above) {
    const auto [found, is_new] = known_.try_emplace({behind, above}, frames_.size());
    if (is_new) frames_.emplace_back(behind, above);
    return found->second;
  }

  const antlr4::atn::ATN& atn_;
  std::vector<Place> frames_;
  std::map<Place, Frame> known_;
};

}  // namespace

Unexpected find_unexpected(const antlr4::atn::ATN& atn, const ATNState* state, const antlr4::RuleContext* context,
                           std::span<const Token> tokens) {
  Network network(atn);
  std::vector<Network::Place> places = {{state, network.frame_of(context)}};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto reached = network.closure(std::exchange(places, {}));
    std::set<TokenKind> possible;
    Network::for_each_token(reached, [&](TokenKind kind, Network::Place behind) {
      possible.insert(kind);
      if (kind == tokens[i].kind) places.push_back(behind);
    });
    if (places.empty()) return {i, {possible.begin(), possible.end()}};
  }
  QUADRILLE_ASSERT(false, "the text that failed to parse has a token that cannot follow");
}

}  // namespace quadrille::parser
