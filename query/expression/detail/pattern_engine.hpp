#pragma once

// A PatternEngine runs a pattern: RE2 or ICU. Errors and time limits: see regular_expression.hpp. Local.

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "query/expression/detail/pattern_translation.hpp"

namespace quadrille::query::detail {

class PatternEngine {
 public:
  using Check = std::function<void()>;  // throws if the query must end; may be empty
  // A match and its groups as views of the text, [0] the whole; groups without a part in the match are empty.
  using Groups = std::vector<std::string_view>;

  virtual ~PatternEngine() = default;
  // True if there is a match.
  virtual bool matches(std::string_view text, const Check& check) = 0;
  // Finds the first match at or after byte `from`.
  virtual bool find(std::string_view text, std::size_t from, Groups& groups, const Check& check) = 0;
  virtual std::size_t count_groups() const = 0;
  // Steps of a match for each byte of the text: RE2's worst case, ICU's good case.
  virtual std::uint64_t steps_of_byte() const = 0;
};

// nullptr if the pattern is not valid in XPath or cannot be expressed for this engine.
std::unique_ptr<PatternEngine> compile_for_re2(std::string_view pattern, const PatternFlags& flags);
std::unique_ptr<PatternEngine> compile_for_icu(std::string_view pattern, const PatternFlags& flags);

}  // namespace quadrille::query::detail
