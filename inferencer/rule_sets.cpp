#include "inferencer/rule_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "base/error.hpp"
#include "inferencer/detail/rule_texts.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::string_view kTrivial = "-trivial", kFileName = ".srl";

std::span<const RuleText> all_texts() {
  return {kRuleTexts, kNumRuleTexts};
}

const RuleText* find_text(std::string_view name) {
  const auto texts = all_texts();
  const auto found = std::find_if(texts.begin(), texts.end(), [&](const RuleText& text) { return text.name == name; });
  return found == texts.end() ? nullptr : &*found;
}

template <class T>
void append(std::vector<T>& all, std::vector<T> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Appends a set and those that it imports. `names`: the sets that have been added.
void add(std::string_view name, std::vector<std::string>& names, parser::RuleSet& all) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  names.emplace_back(name);
  const RuleText* const text = find_text(name);
  if (text == nullptr) fail(ErrorKind::internal, "there is no rule set {}", name);
  parser::RuleSet rules = parser::parse_rule_set(text->text);
  for (std::string_view file : rules.imports) {
    if (file.ends_with(kFileName)) file.remove_suffix(kFileName.size());
    add(file, names, all);
  }
  append(all.rules, std::move(rules.rules));
  append(all.data, std::move(rules.data));
  append(all.prefixes, std::move(rules.prefixes));
}

}  // namespace

std::vector<std::string> rule_set_names() {
  std::vector<std::string> names;
  for (const RuleText& text : all_texts()) {
    if (!text.name.ends_with(kTrivial)) names.emplace_back(text.name);
  }
  return names;
}

parser::RuleSet rule_set(std::string_view name, bool with_trivial) {
  const std::vector<std::string> known = rule_set_names();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    fail(ErrorKind::user, "there is no rule set '{}'; the sets are {}", name, fmt::join(known, ", "));
  }
  parser::RuleSet all;
  std::vector<std::string> names;
  add(name, names, all);
  if (!with_trivial) return all;
  const std::vector<std::string> plain = names;
  for (const std::string& set : plain) {
    const std::string trivial = set + std::string(kTrivial);
    if (find_text(trivial) != nullptr) add(trivial, names, all);
  }
  return all;
}

}  // namespace quadrille::inferencer
