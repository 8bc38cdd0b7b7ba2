#include "parser/detail/atn_form.hpp"

#include "base/assert.hpp"

namespace quadrille::parser {

namespace {

constexpr std::int32_t kNone = 0xFFFF;

// Reads version 3 and writes version 4 as it goes.
class Converter {
 public:
  explicit Converter(std::span<const std::int32_t> from) : from_(from) {}

  std::vector<std::int32_t> convert() {
    QUADRILLE_ASSERT(from_.size() > 11 && from_[0] == 3, "the ATN has version 3");
    at_ = 1 + 8;  // version, UUID
    to_ = {4};
    const bool is_lexer = copy() == 0;
    copy();  // largest token type
    states();
    copy_list(1);                 // non-greedy states
    copy_list(1);                 // precedence states
    copy_list(is_lexer ? 2 : 1);  // rules: start state, and of a lexer the token type
    copy_list(1);                 // modes
    sets();
    copy_list(6);                // edges: source, target, type, three arguments
    copy_list(1);                // decisions
    if (is_lexer) copy_list(3);  // actions: type, two arguments
    QUADRILLE_ASSERT(at_ == from_.size(), "the ATN has no more than its parts");
    return std::move(to_);
  }

 private:
  std::int32_t read() {
    QUADRILLE_ASSERT(at_ < from_.size(), "the ATN has all its parts");
    return (from_[at_++] - 2) & 0xFFFF;
  }
  std::int32_t copy() {
    const std::int32_t word = read();
    to_.push_back(word == kNone ? -1 : word);
    return to_.back();
  }
  void copy_list(int words_an_entry) {
    const std::int32_t count = copy();
    for (std::int32_t i = 0; i < count * words_an_entry; ++i) copy();
  }
  void states() {
    constexpr std::int32_t kInvalid = 0, kBlockStarts[] = {3, 4, 5}, kLoopEnd = 12;
    const std::int32_t count = copy();
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int32_t type = copy();
      if (type == kInvalid) continue;
      copy();  // rule
      const bool is_block_start = type >= kBlockStarts[0] && type <= kBlockStarts[2];
      if (is_block_start || type == kLoopEnd) copy();  // its end, or the state that loops back
    }
  }
  // Sets of 16-bit intervals and then of 32-bit intervals become one list.
  void sets() {
    const std::size_t count_at = to_.size();
    const std::int32_t narrow = copy();
    copy_sets(narrow, [&] { to_.push_back(read()); });
    const std::int32_t wide = read();
    to_[count_at] += wide;
    copy_sets(wide, [&] {
      const std::int32_t low = read();
      to_.push_back(low | read() << 16);
    });
  }
  template <class CopyBound>
  void copy_sets(std::int32_t count, CopyBound copy_bound) {
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int32_t intervals = copy();
      copy();  // whether the end of input belongs to the set
      for (std::int32_t bound = 0; bound < 2 * intervals; ++bound) copy_bound();
    }
  }

  std::span<const std::int32_t> from_;
  std::size_t at_ = 0;
  std::vector<std::int32_t> to_;
};

}  // namespace

std::vector<std::int32_t> to_version_4(std::span<const std::int32_t> atn) {
  return Converter(atn).convert();
}

}  // namespace quadrille::parser
