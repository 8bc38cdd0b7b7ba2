#include "parser/rule_format.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "parser/detail/rule_readers.hpp"

namespace quadrille::parser {

namespace {

struct FormatName {
  RuleFormat format;
  std::string_view name;
  std::array<std::string_view, 2> endings;
};

constexpr std::array<FormatName, 5> kFormats = {{{RuleFormat::srl, "srl", {".srl", ""}},
                                                 {RuleFormat::jena, "jena", {".rules", ""}},
                                                 {RuleFormat::cge, "cge", {".txt", ""}},
                                                 {RuleFormat::n3, "n3", {".n3", ""}},
                                                 {RuleFormat::construct, "construct", {".rq", ".sparql"}}}};

}  // namespace

std::vector<std::string> rule_format_names() {
  std::vector<std::string> names;
  for (const FormatName& format : kFormats) names.emplace_back(format.name);
  return names;
}

std::string rule_format_name(RuleFormat format) {
  return rule_format_names()[static_cast<std::size_t>(format)];  // in the order of their numbers
}

std::optional<RuleFormat> find_rule_format(std::string_view name) {
  for (const FormatName& format : kFormats) {
    if (format.name == name) return format.format;
  }
  return std::nullopt;
}

std::optional<RuleFormat> rule_format_of_file(std::string_view file_name) {
  const std::string lower = to_lower(file_name);
  for (const FormatName& format : kFormats) {
    for (const std::string_view ending : format.endings) {
      if (!ending.empty() && lower.ends_with(ending)) return format.format;
    }
  }
  return std::nullopt;
}

RuleSet parse_rules(RuleFormat format, std::string_view text, std::string_view base) {
  switch (format) {
    case RuleFormat::jena:
    case RuleFormat::cge:
      return parse_jena_rules(text, base);
    case RuleFormat::n3:
      return parse_n3_rules(text, base);
    case RuleFormat::construct:
      return parse_construct_rules(text, base);
    default:
      return parse_rule_set(text, base);
  }
}

}  // namespace quadrille::parser
