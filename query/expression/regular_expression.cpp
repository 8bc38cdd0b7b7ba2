#include "query/expression/regular_expression.hpp"

#include <re2/re2.h>
#include <unicode/uregex.h>
#include <unicode/utext.h>

#include "query/expression/detail/pattern_translation.hpp"

namespace quadrille::query {

namespace {

using detail::PatternDialect;
using detail::PatternFlags;

constexpr std::int32_t kStepLimit = 100;  // of ICU: about a millisecond each

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

class Re2Expression : public RegularExpression {
 public:
  static std::unique_ptr<RegularExpression> compile(const std::string& pattern, const PatternFlags& flags) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(!flags.ignore_case);
    auto expression = std::make_unique<Re2Expression>(flags.multi_line ? "(?m)" + pattern : pattern, options);
    return expression->re2_.ok() ? std::move(expression) : nullptr;
  }

  Re2Expression(const std::string& pattern, const RE2::Options& options) : re2_(pattern, options) {
    if (re2_.ok()) pieces_.resize(static_cast<std::size_t>(re2_.NumberOfCapturingGroups()) + 1);
  }

  std::optional<bool> matches(std::string_view text) override {
    return re2_.Match(piece(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
  }

  std::optional<bool> find(std::string_view text, std::size_t from, Groups& groups) override {
    if (!re2_.Match(piece(text), from, text.size(), RE2::UNANCHORED, pieces_.data(),
                    static_cast<int>(pieces_.size()))) {
      return false;
    }
    groups.clear();
    for (const re2::StringPiece& group : pieces_) groups.emplace_back(group.data(), group.size());
    return true;
  }

  std::size_t count_groups() const override { return pieces_.size() - 1; }

 private:
  RE2 re2_;
  std::vector<re2::StringPiece> pieces_;
};

class IcuExpression : public RegularExpression {
 public:
  static std::unique_ptr<RegularExpression> compile(const std::string& pattern, const PatternFlags& flags) {
    auto expression = std::make_unique<IcuExpression>(pattern, flags);
    return expression->regex_ != nullptr ? std::move(expression) : nullptr;
  }

  IcuExpression(const std::string& pattern, const PatternFlags& flags) : pattern_(pattern) {
    UErrorCode status = U_ZERO_ERROR;
    text_ = utext_openUTF8(text_, pattern_.data(), static_cast<std::int64_t>(pattern_.size()), &status);
    const std::uint32_t options = UREGEX_UNIX_LINES | (flags.ignore_case ? UREGEX_CASE_INSENSITIVE : 0) |
                                  (flags.multi_line ? UREGEX_MULTILINE : 0);
    UParseError place;
    regex_ = uregex_openUText(text_, options, &place, &status);
    uregex_setTimeLimit(regex_, kStepLimit, &status);
    if (U_FAILURE(status)) close();
  }
  ~IcuExpression() override {
    close();
    utext_close(text_);
  }
  IcuExpression(const IcuExpression&) = delete;
  IcuExpression& operator=(const IcuExpression&) = delete;

  std::optional<bool> matches(std::string_view text) override { return find_from(text, 0); }

  std::optional<bool> find(std::string_view text, std::size_t from, Groups& groups) override {
    const auto found = find_from(text, from);
    if (!found || !*found) return found;
    groups.clear();
    UErrorCode status = U_ZERO_ERROR;
    const auto count = static_cast<std::int32_t>(count_groups());
    for (std::int32_t group = 0; group <= count; ++group) {
      const std::int64_t begin = uregex_start64(regex_, group, &status);
      const std::int64_t end = uregex_end64(regex_, group, &status);
      groups.push_back(begin < 0 ? std::string_view()
                                 : text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    }
    return U_FAILURE(status) ? std::nullopt : std::optional(true);
  }

  std::size_t count_groups() const override {
    UErrorCode status = U_ZERO_ERROR;
    return static_cast<std::size_t>(uregex_groupCount(regex_, &status));
  }

 private:
  // ICU counts in bytes of UTF-8 here, as the text is given to it so.
  std::optional<bool> find_from(std::string_view text, std::size_t from) {
    UErrorCode status = U_ZERO_ERROR;
    text_ = utext_openUTF8(text_, text.data(), static_cast<std::int64_t>(text.size()), &status);
    uregex_setUText(regex_, text_, &status);
    const bool found = uregex_find64(regex_, static_cast<std::int64_t>(from), &status) != 0;
    return U_FAILURE(status) ? std::nullopt : std::optional(found);
  }

  void close() {
    uregex_close(regex_);
    regex_ = nullptr;
  }

  const std::string pattern_;  // the engine keeps a reference
  UText* text_ = nullptr;
  URegularExpression* regex_ = nullptr;
};

// One part of a replacement: a text, or a group's number.
struct ReplacementPart {
  std::string text;
  std::optional<std::size_t> group;
};

// F&O 5.6.5: "$" and digits name a group, as many digits as there are groups for; "\" stands before "$" or "\" only.
std::optional<std::vector<ReplacementPart>> parse_replacement(std::string_view text, std::size_t groups) {
  std::vector<ReplacementPart> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      if (++i == text.size() || (text[i] != '\\' && text[i] != '$')) return std::nullopt;
      parts.back().text += text[i];
    } else if (text[i] == '$') {
      const auto digit_at = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
      if (!digit_at(i + 1)) return std::nullopt;
      std::size_t group = static_cast<std::size_t>(text[++i] - '0');
      while (digit_at(i + 1) && group * 10 + static_cast<std::size_t>(text[i + 1] - '0') <= groups) {
        group = group * 10 + static_cast<std::size_t>(text[++i] - '0');
      }
      parts.push_back({{}, group});
      parts.emplace_back();
    } else {
      parts.back().text += text[i];
    }
  }
  return parts;
}

}  // namespace

std::unique_ptr<RegularExpression> RegularExpression::compile(std::string_view pattern, std::string_view flags) {
  const auto parsed = PatternFlags::parse(flags);
  if (!parsed) return nullptr;
  std::unique_ptr<RegularExpression> expression;
  if (const auto text = detail::translate_pattern(pattern, *parsed, PatternDialect::re2)) {
    expression = Re2Expression::compile(*text, *parsed);
  }
  if (expression == nullptr) {
    const auto text = detail::translate_pattern(pattern, *parsed, PatternDialect::icu);
    if (text) expression = IcuExpression::compile(*text, *parsed);
  }
  if (expression != nullptr) expression->literal_ = parsed->literal;
  return expression;
}

std::optional<std::string> RegularExpression::replace(std::string_view text, std::string_view replacement) {
  Groups groups;
  const auto matches_empty = find("", 0, groups);
  if (!matches_empty || *matches_empty) return std::nullopt;

  const auto parts = literal_ ? std::optional(std::vector<ReplacementPart>{{std::string(replacement), std::nullopt}})
                              : parse_replacement(replacement, count_groups());
  if (!parts) return std::nullopt;
  std::string out;
  std::size_t from = 0;
  for (;;) {
    const auto found = find(text, from, groups);
    if (!found) return std::nullopt;
    if (!*found) break;
    const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
    out += text.substr(from, begin - from);
    for (const ReplacementPart& part : *parts) {
      if (part.group && *part.group < groups.size()) out += groups[*part.group];
      out += part.text;
    }
    if (groups[0].empty()) return std::nullopt;  // empty here only because of its surroundings: no place to go on from
    from = begin + groups[0].size();
  }
  return out += text.substr(from);
}

}  // namespace quadrille::query
