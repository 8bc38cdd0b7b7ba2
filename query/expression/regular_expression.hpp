#pragma once

// A compiled pattern of REGEX and REPLACE (SPARQL 1.1 Query 17.4.3.14-15; XPath Functions and Operators 5.6).
//
//   RE2    runs what it can express, in time linear in text x program. It cannot be interrupted, so a match that may
//          take more than kMaxLinearSteps (some tenths of a second) is left to ICU
//   ICU    back references, class subtraction, blocks, look-ahead, and what is too long for RE2. It goes back and tries
//          again: all the while it looks at the query's deadline, and it gives up after some ten seconds on one text
//
// X1  A match ends with an answer, or ends the query with an Error that says so: timeout (deadline, or ICU's ten
//     seconds), cancelled, memory (ICU's stack, the arena's budget). It never passes for "does not match".
//
// Local. Compiling costs some 10 us, a match some 100 ns and up. Callers: the nodes of REGEX and REPLACE.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "query/expression/detail/pattern_engine.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

class RegularExpression {
 public:
  using Check = detail::PatternEngine::Check;

  // Null if pattern or flags are not valid.
  static std::unique_ptr<RegularExpression> compile(std::string_view pattern, std::string_view flags);

  // Whether the pattern matches somewhere in the text.
  bool matches(std::string_view text, const Check& check);
  // All matches replaced; $0 .. $99 in the replacement stand for groups, \$ and \\ for themselves. Nothing if the
  // pattern matches the empty string or the replacement is not valid. The result lies in the arena.
  std::optional<std::string_view> replace(std::string_view text, std::string_view replacement, Arena& arena,
                                          const Check& check);

  // How many steps a match in a text of so many bytes may take: who makes many looks at the deadline after some 2^22.
  std::uint64_t steps(std::size_t text_bytes) const;

 private:
  RegularExpression(std::string_view pattern, const detail::PatternFlags& flags);
  bool is_valid() const { return linear_ || backtracking_; }
  detail::PatternEngine& engine_for(std::string_view text);

  const std::string pattern_;
  const detail::PatternFlags flags_;
  std::unique_ptr<detail::PatternEngine> linear_;        // null: RE2 cannot express it
  std::unique_ptr<detail::PatternEngine> backtracking_;  // null: not needed yet
  std::optional<bool> matches_empty_;                    // known after the first replace()
};

}  // namespace quadrille::query
