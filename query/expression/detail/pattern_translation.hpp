#pragma once

// Regular expressions of XPath (Functions and Operators 3.1, 5.6.1; XML Schema 1.1 Datatypes, G) in the languages of
// the two engines that run them.
//
//   XPath                        RE2                                ICU
//   .                            [^\n\r], with flag s any           likewise
//   \d \w \s \i \c, capitals     ranges and \p{..}, also in [..]    likewise
//   \p{Lu} \P{Lu}                as it is                           as it is
//   \p{IsGreek}  (block)         -                                  \p{Block=Greek}
//   [a-z-[aeiou]]                -                                  [[a-z]--[aeiou]]
//   \1 .. \9                     -                                  as it is
//   $                            the end of the text                the same, said as \z
//   flag x                       blanks outside [..] left out       likewise
//   flag q                       everything escaped                 likewise
//
// Forms that XPath does not have, but which Perl's followers share ("(?i)", "\b", look-ahead), pass through: the engine
// decides. "-": nothing comes back, the other engine is asked.
//
// Local.

#include <optional>
#include <string>
#include <string_view>

namespace quadrille::query::detail {

enum class PatternDialect : std::uint8_t { re2, icu };

struct PatternFlags {
  bool dot_all = false;            // s
  bool multi_line = false;         // m
  bool ignore_case = false;        // i
  bool remove_whitespace = false;  // x
  bool literal = false;            // q

  // Nothing if a letter is none of these.
  static std::optional<PatternFlags> parse(std::string_view letters);
};

// Nothing if the pattern cannot be said in the dialect.
std::optional<std::string> translate_pattern(std::string_view pattern, const PatternFlags& flags,
                                             PatternDialect dialect);

}  // namespace quadrille::query::detail
