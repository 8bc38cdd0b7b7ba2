#pragma once

// A RegularExpression is a compiled pattern of REGEX and REPLACE (SPARQL 1.1 Query 17.4.3.14-15; XPath Functions and
// Operators 5.6).
//
//   RE2    runs the patterns that it can express, in time linear in text x program. It cannot be interrupted, so ICU
//          runs a match that may take more than kMaxLinearSteps (some tenths of a second)
//   ICU    back references, class subtraction, blocks, look-ahead, and texts that are too long for RE2. It
//          backtracks; it checks the query's deadline meanwhile, and gives up after some ten seconds on one text
//
// X1  A match returns an answer, or ends the query with an Error that names the reason: timeout (deadline, or ICU's
//     ten seconds), cancelled, memory (ICU's stack, the arena's budget). A failure is never reported as "does not
//     match".
//
// Local. Compiling costs some 10 us, a match some 100 ns or more. Called by the nodes of REGEX and REPLACE.

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

  // nullptr if the pattern or the flags are not valid.
  static std::unique_ptr<RegularExpression> compile(std::string_view pattern, std::string_view flags);

  // True if the pattern matches somewhere in the text.
  bool matches(std::string_view text, const Check& check);
  // Replaces all matches; $0 .. $99 in the replacement are groups, \$ and \\ are literal. nullopt if the pattern
  // matches the empty string or the replacement is not valid. The result is in the arena.
  std::optional<std::string_view> replace(std::string_view text, std::string_view replacement, Arena& arena,
                                          const Check& check);

  // The number of steps that a match in a text of `text_bytes` may take. Callers of many matches check the deadline
  // after some 2^22 steps.
  std::uint64_t steps(std::size_t text_bytes) const;

 private:
  RegularExpression(std::string_view pattern, const detail::PatternFlags& flags);
  bool is_valid() const { return linear_ || backtracking_; }
  detail::PatternEngine& engine_for(std::string_view text);

  const std::string pattern_;
  const detail::PatternFlags flags_;
  std::unique_ptr<detail::PatternEngine> linear_;        // nullptr: RE2 cannot express it
  std::unique_ptr<detail::PatternEngine> backtracking_;  // nullptr: not needed yet
  std::optional<bool> matches_empty_;                    // known after the first replace()
};

}  // namespace quadrille::query
