#pragma once

// translate_pattern() translates regular expressions of XPath (Functions and Operators 3.1, 5.6.1; XML Schema 1.1
// Datatypes, G) to the languages of the two engines that run them.
//
//   XPath                        RE2                                ICU
//   .                            [^\n\r], with flag s any           likewise
//   \d \w \s \i \c, capitals     ranges and \p{..}, also in [..]    likewise
//   \p{Lu} \P{Lu}                as it is                           as it is
//   \p{IsGreek}  (block)         -                                  \p{Block=Greek}
//   [a-z-[aeiou]]                -                                  [[a-z]--[aeiou]]
//   \1 .. \9                     -                                  as it is
//   $                            the end of the text                the same, as \z
//   flag x                       blanks outside [..] left out       likewise
//   flag q                       everything escaped                 likewise
//
// Forms that are not in XPath, but common to Perl's followers ("(?i)", "\b", look-ahead), are passed through: the
// engine decides. "-": no translation; the other engine is tried.
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

  // nullopt if a letter is not one of these.
  static std::optional<PatternFlags> parse(std::string_view letters);
};

// nullopt if the pattern cannot be expressed in the dialect.
std::optional<std::string> translate_pattern(std::string_view pattern, const PatternFlags& flags,
                                             PatternDialect dialect);

}  // namespace quadrille::query::detail
