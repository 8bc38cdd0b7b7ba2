#include "parser/detail/atn.hpp"

#include "base/assert.hpp"

namespace quadrille::parser {

namespace {

class Reader {
 public:
  explicit Reader(std::span<const std::int32_t> words) : words_(words) {
    QUADRILLE_ASSERT(words.size() > 12 && (words[0] == 3 || words[0] == 4), "the ATN has version 3 or 4");
    is_old_ = words[0] == 3;
    at_ = is_old_ ? 1 + 8 : 1;  // version, UUID
  }

  Atn read() {
    constexpr std::int32_t kLexer = 0;
    const bool is_lexer = number() == kLexer;
    number();  // largest token
    for_each([&] { atn_.states.push_back(state()); });
    for_each([&] { number(); });  // non-greedy states
    for_each([&] { number(); });  // precedence states
    for_each([&] {
      const Atn::State start = number();
      atn_.rules.push_back({start, is_lexer ? number() : Atn::kNone});
    });
    for_each([&] { atn_.modes.push_back(number()); });
    for_each([&] { atn_.sets.push_back(set([&] { return word(); })); });
    if (is_old_) for_each([&] { atn_.sets.push_back(set([&] { return wide_word(); })); });
    for_each([&] { atn_.edges.push_back(edge()); });
    for_each([&] { atn_.decisions.push_back(number()); });
    if (is_lexer) for_each([&] { number(), number(), number(); });  // actions: the grammar shows their effect
    QUADRILLE_ASSERT(at_ == words_.size(), "the ATN has no more than its parts");
    return std::move(atn_);
  }

 private:
  std::int32_t word() {
    QUADRILLE_ASSERT(at_ < words_.size(), "the ATN has all its parts");
    return is_old_ ? (words_[at_++] - 2) & 0xFFFF : words_[at_++];
  }
  std::int32_t wide_word() {
    const std::int32_t low = word();
    return low | word() << 16;
  }
  std::int32_t number() {
    const std::int32_t value = word();
    return is_old_ && value == 0xFFFF ? Atn::kNone : value;
  }
  template <class Action>
  void for_each(const Action& action) {
    for (std::int32_t left = number(); left > 0; --left) action();
  }

  Atn::StateInfo state() {
    constexpr std::int32_t kInvalid = 0, kFirstBlockStart = 3, kLastBlockStart = 5, kLoopEnd = 12;
    const std::int32_t type = number();
    if (type == kInvalid) return {type, Atn::kNone};
    const std::int32_t rule = number();
    const bool has_partner = type == kLoopEnd || (type >= kFirstBlockStart && type <= kLastBlockStart);
    if (has_partner) number();  // the block's end, the loop's way back
    return {type, rule};
  }
  template <class Bound>
  Atn::Set set(const Bound& bound) {
    const std::int32_t intervals = number();
    Atn::Set made{number() != 0, {}};
    for (std::int32_t i = 0; i < intervals; ++i) {
      const std::int32_t low = bound();
      made.intervals.emplace_back(low, bound());
    }
    return made;
  }
  Atn::Edge edge() {
    Atn::Edge made;
    made.from = number();
    made.to = number();
    made.kind = static_cast<Atn::EdgeKind>(number());
    for (std::int32_t& argument : made.arguments) argument = number();
    return made;
  }

  std::span<const std::int32_t> words_;
  std::size_t at_;
  bool is_old_;
  Atn atn_;
};

}  // namespace

Atn read_atn(std::span<const std::int32_t> serialized) {
  return Reader(serialized).read();
}

}  // namespace quadrille::parser
