#include "parser/detail/parse.hpp"

#include <vector>

#include "parser/detail/expected.hpp"
#include "parser/detail/network.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

using Step = Network::Step;
using StateId = Network::StateId;

class Parser {
 public:
  Parser(std::span<const Token> tokens, Rule start)
      : network_(Network::instance()), tokens_(tokens), tree_(tokens), start_(start) {}

  // Consumes tokens until the start rule ends (true), an error occurs (false), or `limit` tokens are consumed (true).
  bool run(std::size_t limit) {
    tree_.clear();
    open_.clear();
    at_ = 0;
    open(start_, Network::kNowhere);
    state_ = network_.start(start_);
    while (at_ < limit) {
      const Network::State& state = network_.state(state_);
      switch (state.step) {
        case Step::token:
          if (!network_.tokens(state).test(static_cast<std::size_t>(tokens_[at_].kind))) return false;
          tree_.add(static_cast<std::uint32_t>(at_++));
          state_ = state.target;
          break;
        case Step::call:
          open(static_cast<Rule>(state.what), state.follow);
          state_ = state.target;
          break;
        case Step::decision:
          state_ = network_.decide(state, tokens_[at_].kind, tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_].kind);
          if (state_ == Network::kNowhere) return false;
          break;
        case Step::stop:
          tree_.close(open_.back().node);
          state_ = open_.back().follow;
          open_.pop_back();
          if (open_.empty()) return true;
          break;
      }
    }
    return true;
  }

  SyntaxTree take_tree() { return std::move(tree_); }

  // After a run with an error: runs again up to the last good token, and tries all alternatives from there; the run may
  // have left a loop that could have continued.
  Unexpected explain() {
    const std::size_t good = at_;
    run(good);
    std::vector<StateId> follow;
    for (const Open& rule : open_) follow.push_back(rule.follow);
    Unexpected found = find_unexpected(network_, state_, std::span(follow).subspan(1), tokens_.subspan(good));
    found.token += good;
    return found;
  }

 private:
  struct Open {
    std::uint32_t node;
    StateId follow;
  };
  void open(Rule rule, StateId follow) { open_.push_back({tree_.open(rule, static_cast<std::uint32_t>(at_)), follow}); }

  const Network& network_;
  std::span<const Token> tokens_;
  SyntaxTree tree_;
  Rule start_;
  std::vector<Open> open_;
  StateId state_ = 0;
  std::size_t at_ = 0;
};

}  // namespace

SyntaxTree parse(const SourceText& source, std::span<const Token> tokens, Rule start) {
  Parser parser(tokens, start);
  if (parser.run(tokens.size() + 1)) return parser.take_tree();
  const Unexpected found = parser.explain();
  fail_unexpected(source, tokens.first(found.token), tokens[found.token], found.expected);
}

}  // namespace quadrille::parser
