#include "query/expression/regular_expression.hpp"

#include "base/error.hpp"
#include "query/expression/detail/growing_text.hpp"
#include "query/expression/detail/replacement.hpp"

namespace quadrille::query {

namespace {

using detail::PatternEngine;
using detail::ReplacementPart;

constexpr std::uint64_t kMaxLinearSteps = std::uint64_t{1} << 27;
constexpr std::uint64_t kStepsBetweenChecks = std::uint64_t{1} << 22;

}  // namespace

RegularExpression::RegularExpression(std::string_view pattern, const detail::PatternFlags& flags)
    : pattern_(pattern), flags_(flags), linear_(detail::compile_for_re2(pattern, flags)) {
  if (!linear_) backtracking_ = detail::compile_for_icu(pattern, flags);
}

std::unique_ptr<RegularExpression> RegularExpression::compile(std::string_view pattern, std::string_view flags) {
  const auto parsed = detail::PatternFlags::parse(flags);
  if (!parsed) return nullptr;
  std::unique_ptr<RegularExpression> expression(new RegularExpression(pattern, *parsed));
  return expression->is_valid() ? std::move(expression) : nullptr;
}

std::uint64_t RegularExpression::steps(std::size_t text_bytes) const {
  return text_bytes * (linear_ ? *linear_ : *backtracking_).steps_of_byte();
}

PatternEngine& RegularExpression::engine_for(std::string_view text) {
  if (linear_ && steps(text.size()) <= kMaxLinearSteps) return *linear_;
  if (!backtracking_) backtracking_ = detail::compile_for_icu(pattern_, flags_);
  if (!backtracking_) {
    fail(ErrorKind::timeout,
         "matching a pattern of {} bytes with a text of {} bytes would take too long; use a shorter pattern",
         pattern_.size(), text.size());
  }
  return *backtracking_;
}

bool RegularExpression::matches(std::string_view text, const Check& check) {
  return engine_for(text).matches(text, check);
}

std::optional<std::string_view> RegularExpression::replace(std::string_view text, std::string_view replacement,
                                                           Arena& arena, const Check& check) {
  PatternEngine& engine = engine_for(text);
  if (!matches_empty_) matches_empty_ = matches("", check);
  if (*matches_empty_) return std::nullopt;
  const auto parts = flags_.literal ? std::optional(std::vector<ReplacementPart>{{{}, std::string(replacement)}})
                                    : detail::parse_replacement(replacement, engine.count_groups());
  if (!parts) return std::nullopt;

  PatternEngine::Groups groups;
  detail::GrowingText out(arena);
  std::uint64_t steps_made = 0;
  std::size_t from = 0;
  while (engine.find(text, from, groups, check)) {
    const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
    out.append(text.substr(from, begin - from));
    for (const ReplacementPart& part : *parts) {
      if (part.group && *part.group < groups.size()) out.append(groups[*part.group]);
      out.append(part.text);
    }
    if (groups[0].empty()) return std::nullopt;  // empty here only because of its surroundings: no place to go on from
    // A search that found something near may have looked at all of the rest.
    steps_made += steps(text.size() - from);
    from = begin + groups[0].size();
    if (steps_made >= kStepsBetweenChecks && check) {
      steps_made = 0;
      check();
    }
  }
  out.append(text.substr(from));
  return out.text();
}

}  // namespace quadrille::query
