#pragma once

// A compiled pattern of REGEX and REPLACE (SPARQL 1.1 Query 17.4.3.14-15; XPath Functions and Operators 5.6).
//
// RE2 runs it, in time linear in the text; what RE2 cannot express (back references, class subtraction, blocks) is run
// by ICU's backtracking engine under a limit of time (about 0.1 s a match): beyond it the result is an error value.
//
// Local. Compiling costs some 10 us, a match some 100 ns and up. Callers: the nodes of REGEX and REPLACE.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::query {

class RegularExpression {
 public:
  virtual ~RegularExpression() = default;
  // Nothing if pattern or flags are not valid.
  static std::unique_ptr<RegularExpression> compile(std::string_view pattern, std::string_view flags);

  // Whether the pattern matches somewhere in the text; nothing if that takes too long.
  virtual std::optional<bool> matches(std::string_view text) = 0;
  // All matches replaced; $0 .. $99 in the replacement stand for groups, \$ and \\ for themselves. Nothing if the
  // pattern matches the empty string, the replacement is not valid, or it takes too long.
  std::optional<std::string> replace(std::string_view text, std::string_view replacement);

 protected:
  // A match and its groups as views of the text, [0] the whole; groups that took no part are empty.
  using Groups = std::vector<std::string_view>;
  // Finds the first match at byte `from` or behind it. Nothing if that takes too long.
  virtual std::optional<bool> find(std::string_view text, std::size_t from, Groups& groups) = 0;
  virtual std::size_t count_groups() const = 0;

 private:
  bool literal_ = false;  // flag q: nothing in the replacement is special
};

}  // namespace quadrille::query
