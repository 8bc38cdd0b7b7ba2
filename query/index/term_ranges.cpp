#include "query/index/term_ranges.hpp"

#include <algorithm>

#include "base/term.hpp"
#include "dictionary/inline_term.hpp"
#include "query/expression/kind_set.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

using parser::Builtin;
using parser::Expression;
using parser::ExpressionKind;
using MaybeRanges = std::optional<TermRanges>;

HuriRange whole(HuriKind first, HuriKind last) {
  return {Huri::make(first, 0), Huri(Huri::make(last, 0).bits() | ((std::uint64_t{1} << 60) - 1)), false};
}
HuriRange whole(HuriKind kind) {
  return whole(kind, kind);
}
HuriRange terms_of_updates(HuriKind kind, std::shared_ptr<const KeyRange> keys = nullptr) {
  return {Huri::make_volatile(kind, 0), Huri::make_volatile(kind, Huri::kPayloadMask), false, std::move(keys)};
}
HuriRange one(Huri huri) {
  return {huri, huri, true};
}

TermRanges merged(TermRanges ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const HuriRange& a, const HuriRange& b) { return a.first < b.first; });
  TermRanges result;
  for (const HuriRange& range : ranges) {
    if (range.last < range.first) continue;
    const bool overlaps = !result.empty() && range.first <= result.back().last;
    const bool follows = !result.empty() && range.first.bits() == result.back().last.bits() + 1;
    if (overlaps || (follows && !range.keys && !result.back().keys)) {
      result.back().last = std::max(result.back().last, range.last);
      if (range.keys != result.back().keys) result.back().keys = nullptr;
    } else {
      result.push_back(range);
    }
  }
  return result;
}

MaybeRanges both(const MaybeRanges& a, const MaybeRanges& b) {
  if (a && b) return intersection(*a, *b);
  return a ? a : b;
}

MaybeRanges either(MaybeRanges a, const MaybeRanges& b) {
  if (!a || !b) return std::nullopt;
  a->insert(a->end(), b->begin(), b->end());
  return merged(std::move(*a));
}

std::optional<Comparison> comparison_of(ExpressionKind kind, bool reversed) {
  switch (kind) {
    case ExpressionKind::equal:
      return Comparison::equal;
    case ExpressionKind::less:
      return reversed ? Comparison::greater : Comparison::less;
    case ExpressionKind::less_equal:
      return reversed ? Comparison::greater_or_equal : Comparison::less_or_equal;
    case ExpressionKind::greater:
      return reversed ? Comparison::less : Comparison::greater;
    case ExpressionKind::greater_equal:
      return reversed ? Comparison::less_or_equal : Comparison::greater_or_equal;
    default:
      return std::nullopt;
  }
}

bool is_variable(const Expression& expression, parser::VariableId variable) {
  return expression.kind == ExpressionKind::variable && expression.variable == variable;
}
bool is_call(const Expression& expression, Builtin builtin) {
  return expression.kind == ExpressionKind::function && expression.builtin == builtin;
}
// A constant without a language, as the second argument of string functions mostly is.
bool is_plain_string(const Expression& expression) {
  return expression.kind == ExpressionKind::constant && literal_kind(expression.constant.view()) == HuriKind::string;
}

// The least text that follows this one.
std::string text_after(std::string_view text) {
  return std::string(text) + '\0';
}

// The text that every match of a regular expression begins with; empty if unknown.
std::string literal_start(std::string_view pattern) {
  if (!pattern.starts_with('^') || pattern.find('|') != std::string_view::npos) return "";
  pattern.remove_prefix(1);
  const std::size_t end = std::min(pattern.find_first_of("\\.[](){}*+?^$"), pattern.size());
  std::string start(pattern.substr(0, end));
  // A repeated character may be absent; it may have several bytes.
  const bool repeated = end < pattern.size() && std::string_view("*?{").find(pattern[end]) != std::string_view::npos;
  while (repeated && !start.empty()) {
    const bool inside = (start.back() & 0xc0) == 0x80;
    start.pop_back();
    if (!inside) break;
  }
  return start;
}

class Finder {
 public:
  Finder(parser::VariableId variable, QueryDictionary& dictionary) : variable_(variable), dictionary_(dictionary) {}

  MaybeRanges find(const Expression& condition) {
    const auto& arguments = condition.arguments;
    if (++looked_at_ > cost::kMostConditions) return std::nullopt;
    switch (condition.kind) {
      case ExpressionKind::logical_and:
        return both(find(arguments[0]), find(arguments[1]));
      case ExpressionKind::logical_or:
        return either(find(arguments[0]), find(arguments[1]));
      case ExpressionKind::in: {
        if (arguments.size() > cost::kMostConditions) return std::nullopt;
        TermRanges all;
        for (std::size_t place = 1; place < arguments.size(); ++place) {
          const MaybeRanges ranges = compared(ExpressionKind::equal, arguments[0], arguments[place]);
          if (!ranges) return std::nullopt;
          all.insert(all.end(), ranges->begin(), ranges->end());
        }
        return merged(std::move(all));
      }
      case ExpressionKind::function:
        return of_function(condition);
      default:
        if (arguments.size() != 2) return std::nullopt;
        return compared(condition.kind, arguments[0], arguments[1]);
    }
  }

 private:
  MaybeRanges compared(ExpressionKind kind, const Expression& a, const Expression& b) {
    const bool reversed = a.kind == ExpressionKind::constant;
    const Expression &looked_at = reversed ? b : a, &constant = reversed ? a : b;
    const auto comparison = comparison_of(kind, reversed);
    if (!comparison || constant.kind != ExpressionKind::constant) return std::nullopt;
    const TermView term = constant.constant.view();
    if (is_variable(looked_at, variable_)) return compared_with(*comparison, term);
    const bool is_language = *comparison == Comparison::equal && is_call(looked_at, Builtin::lang) &&
                             is_variable(looked_at.arguments[0], variable_) && is_plain_string(constant);
    if (is_language && !term.text.empty()) return of_language(term.text, false);
    return std::nullopt;
  }

  MaybeRanges compared_with(Comparison comparison, TermView term) {
    const Dictionary* base = dictionary_.whole_base();
    const Value value = Value::from_term(term, *std::pmr::get_default_resource());
    if (value.is_numeric()) {
      const NumericValue number = *numeric_value(term);
      if (base) return with_updates(base->ranges_of(comparison, number), HuriKind::number);
      return with_kinds(quadrille::ranges_of(comparison, number).inlined, {HuriKind::number});
    }
    if (value.kind() == ValueKind::temporal) {
      const DateTime time = value.as_date_time();
      if (base) return with_updates(base->ranges_of(comparison, time), HuriKind::temporal);
      return with_kinds(quadrille::ranges_of(comparison, time).inlined, {HuriKind::temporal});
    }
    if (value.kind() == ValueKind::boolean) return TermRanges{whole(HuriKind::boolean)};
    const bool is_text = value.kind() == ValueKind::string;
    const bool is_name = value.kind() == ValueKind::iri || value.kind() == ValueKind::language_string;
    if (comparison == Comparison::equal) return is_text || is_name ? only(term) : std::nullopt;
    if (is_text) return by_text(comparison, term.text);
    return std::nullopt;
  }

  MaybeRanges only(TermView term) {
    if (const auto inlined = inline_huri(term)) return TermRanges{one(*inlined)};
    if (!dictionary_.whole_base()) return std::nullopt;
    const Huri huri = dictionary_.find(term);
    return huri.is_unbound() ? TermRanges() : TermRanges{one(huri)};
  }

  MaybeRanges by_text(Comparison comparison, std::string_view text) {
    const Dictionary* base = dictionary_.whole_base();
    if (!base) return TermRanges{whole(HuriKind::string)};
    KeyBuffer buffer;
    const std::uint64_t rank = base->vocabulary().lower_bound(HuriKind::string, text, buffer);
    const bool below = comparison == Comparison::less || comparison == Comparison::less_or_equal;
    const HuriRange range =
        below ? HuriRange{Huri::make(HuriKind::string, 0), Huri::make(HuriKind::string, rank)}
              : HuriRange{Huri::make(HuriKind::string, rank), Huri::make(HuriKind::string, Huri::kPayloadMask)};
    return with_updates({range}, HuriKind::string,
                        below ? KeyRange{"", text_after(text)} : KeyRange{std::string(text), ""});
  }

  MaybeRanges of_function(const Expression& call) {
    const auto& arguments = call.arguments;
    const bool of_variable = !arguments.empty() && is_variable(arguments[0], variable_);
    switch (call.builtin) {
      case Builtin::is_iri:
        return of_variable ? MaybeRanges({whole(HuriKind::iri)}) : std::nullopt;
      case Builtin::is_blank:
        return of_variable ? MaybeRanges({whole(HuriKind::blank)}) : std::nullopt;
      case Builtin::is_literal:
        return of_variable ? MaybeRanges({whole(HuriKind::string, HuriKind::typed)}) : std::nullopt;
      case Builtin::is_numeric:
        return of_variable ? MaybeRanges({whole(HuriKind::integer, HuriKind::number)}) : std::nullopt;
      case Builtin::sameterm:
        for (const int place : {0, 1}) {
          const Expression& other = arguments[static_cast<std::size_t>(1 - place)];
          if (is_variable(arguments[static_cast<std::size_t>(place)], variable_) &&
              other.kind == ExpressionKind::constant) {
            return only(other.constant.view());
          }
        }
        return std::nullopt;
      case Builtin::strstarts:
        return is_plain_string(arguments[1]) ? starting_with(arguments[0], arguments[1].constant.view().text)
                                             : std::nullopt;
      case Builtin::regex:
        if (arguments.size() != 2 || !is_plain_string(arguments[1])) return std::nullopt;
        return starting_with(arguments[0], literal_start(arguments[1].constant.view().text));
      case Builtin::lang_matches:
        if (!is_call(arguments[0], Builtin::lang) || !is_variable(arguments[0].arguments[0], variable_) ||
            !is_plain_string(arguments[1])) {
          return std::nullopt;
        }
        return of_language(arguments[1].constant.view().text, true);
      default:
        return std::nullopt;
    }
  }

  MaybeRanges starting_with(const Expression& text, std::string_view start) {
    if (start.empty()) return std::nullopt;
    if (is_variable(text, variable_)) {
      return either(by_prefix(HuriKind::string, start), TermRanges{all_with_language()});
    }
    if (!is_call(text, Builtin::str) || !is_variable(text.arguments[0], variable_)) return std::nullopt;
    const MaybeRanges names = either(by_prefix(HuriKind::iri, start), by_prefix(HuriKind::string, start));
    return either(names, TermRanges{whole(HuriKind::language_string, HuriKind::typed)});
  }

  MaybeRanges of_language(std::string_view tag, bool with_subtags) {
    if (tag.empty()) return std::nullopt;  // text without a language
    if (tag == "*") return TermRanges{all_with_language()};
    std::string prefix;
    for (const char letter : tag) prefix += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    MaybeRanges ranges = by_prefix(HuriKind::language_string, prefix + '\0');
    if (with_subtags) ranges = either(ranges, by_prefix(HuriKind::language_string, prefix + '-'));
    return either(ranges, by_prefix(HuriKind::direction_string, prefix + (with_subtags ? "-" : "--")));
  }

  static HuriRange all_with_language() { return whole(HuriKind::language_string, HuriKind::direction_string); }

  TermRanges by_prefix(HuriKind kind, std::string_view prefix) {
    const Dictionary* base = dictionary_.whole_base();
    if (!base) return {whole(kind)};
    KeyBuffer buffer;
    const RankRange ranks = base->vocabulary().prefix_range(kind, prefix, buffer);
    TermRanges ranges;
    if (!ranks.empty()) ranges.push_back({Huri::make(kind, ranks.first), Huri::make(kind, ranks.end - 1)});
    return with_updates(std::move(ranges), kind, {std::string(prefix), first_above_prefix(prefix)});
  }

  // With the terms of updates that have these keys, or with all of a kind.
  TermRanges with_updates(TermRanges ranges, HuriKind kind, KeyRange keys) {
    if (dictionary_.has_delta()) {
      ranges.push_back(terms_of_updates(kind, std::make_shared<const KeyRange>(std::move(keys))));
    }
    return merged(std::move(ranges));
  }
  TermRanges with_updates(TermRanges ranges, HuriKind kind) {
    if (dictionary_.has_delta()) ranges.push_back(terms_of_updates(kind));
    return merged(std::move(ranges));
  }
  TermRanges with_kinds(TermRanges ranges, std::initializer_list<HuriKind> kinds) {
    for (const HuriKind kind : kinds) ranges.push_back(whole(kind));
    return merged(std::move(ranges));
  }

  const parser::VariableId variable_;
  QueryDictionary& dictionary_;
  std::size_t looked_at_ = 0;
};

}  // namespace

MaybeRanges ranges_of(const Expression& condition, parser::VariableId variable, QueryDictionary& dictionary) {
  return Finder(variable, dictionary).find(condition);
}

TermRanges intersection(const TermRanges& a, const TermRanges& b) {
  TermRanges result;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const Huri first = std::max(a[i].first, b[j].first), last = std::min(a[i].last, b[j].last);
    if (first <= last) {
      result.push_back({first, last, a[i].exact && b[j].exact, a[i].keys ? a[i].keys : b[j].keys});
    }
    a[i].last < b[j].last ? ++i : ++j;
  }
  return result;
}

}  // namespace quadrille::query
