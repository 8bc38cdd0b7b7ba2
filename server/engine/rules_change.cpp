#include "server/engine/rules_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "inferencer/rule.hpp"
#include "inferencer/rule_sets.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

using inferencer::StoredRules;
using Texts = std::vector<StoredRules::Text>;

constexpr std::string_view kTrivialSet = "-trivial";
constexpr std::size_t kLongestName = 256;

bool is_set(std::string_view name) {
  const std::vector<std::string> sets = inferencer::rule_set_names();
  return std::find(sets.begin(), sets.end(), name) != sets.end();
}

// Names are separated by spaces where they are listed, and are the ends of addresses.
void check_name(std::string_view name) {
  const auto is_bad = [](unsigned char c) { return std::isspace(c) != 0 || std::iscntrl(c) != 0; };
  if (name.empty() || name.size() > kLongestName || std::any_of(name.begin(), name.end(), is_bad)) {
    fail(ErrorKind::user, "'{}' cannot be the name of rules: it needs 1 to {} characters, without spaces", name,
         kLongestName);
  }
  if (name == "check" || name == "status") fail(ErrorKind::user, "'{}' cannot be the name of rules; add .srl", name);
}

auto find_text(Texts& texts, std::string_view name) {
  return std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.name == name; });
}

StoredRules::Text text_of(const RulesChange::Put& put) {
  if (!is_valid_utf8(put.text)) fail(ErrorKind::user, "{}: the text is not UTF-8", put.name);
  return {put.name, rule_format_of(put), put.text, put.base, false};
}

// Errors name the text.
void check_text(const StoredRules::Text& text) {
  const parser::RuleSet rules = inferencer::rules_of(text);
  try {
    inferencer::constants_of(rules);  // refuses what is not supported
  } catch (const Error& error) {
    fail(error.kind(), "{}: {}", text.name, error.what());
  }
}

// Adds a set, or gives it the text that this program has.
void put_set(StoredRules& rules, const std::string& name) {
  Texts set;
  inferencer::add_set(set, name, rules.trivial);
  for (StoredRules::Text& text : set) {
    const auto found = find_text(rules.texts, text.name);
    if (found == rules.texts.end()) {
      rules.texts.push_back(std::move(text));
    } else {
      *found = std::move(text);
    }
  }
}

// Adds or replaces a text; returns whether its name is new.
bool put_text(StoredRules& rules, const RulesChange::Put& put) {
  check_name(put.name);
  const auto found = find_text(rules.texts, put.name);
  const bool is_new = found == rules.texts.end();
  if (put.language.empty()) {
    if (!is_new && !found->is_built_in) fail(ErrorKind::user, "{}: the text is missing", put.name);
    put_set(rules, put.name);
    return is_new;
  }
  if (is_set(put.name) || (!is_new && found->is_built_in)) {
    fail(ErrorKind::user, "{} is a rule set of this program: add it without a text, or give your text another name",
         put.name);
  }
  StoredRules::Text text = text_of(put);
  check_text(text);
  if (is_new) {
    rules.texts.push_back(std::move(text));
  } else {
    *found = std::move(text);
  }
  return is_new;
}

// A set goes with its trivial conclusions.
void remove_text(StoredRules& rules, const std::string& name) {
  const auto found = find_text(rules.texts, name);
  if (found == rules.texts.end()) {
    throw StatusError(404, rules.texts.empty() ? "the database has no rules" : rules.why_unknown(name));
  }
  const bool is_built_in = found->is_built_in;
  rules.texts.erase(found);
  if (!is_built_in) return;
  std::erase_if(rules.texts, [&](const auto& text) {
    return text.is_built_in && text.name.size() == name.size() + kTrivialSet.size() && text.name.starts_with(name) &&
           text.name.ends_with(kTrivialSet);
  });
}

// With another value of `trivial`, the sets are those of this program again.
void set_trivial(StoredRules& rules, bool trivial) {
  if (rules.trivial == trivial) return;
  rules.trivial = trivial;
  Texts before = std::exchange(rules.texts, {});
  for (StoredRules::Text& text : before) {
    if (!text.is_built_in) {
      rules.texts.push_back(std::move(text));
    } else if (!text.name.ends_with(kTrivialSet)) {
      inferencer::add_set(rules.texts, text.name, trivial);
    }
  }
}

void set_options(StoredRules& rules, const RulesChange& change) {
  if (change.trivial) set_trivial(rules, *change.trivial);
  if (change.same_as) rules.representatives = inferencer::uses_representatives(*change.same_as);
  if (change.max_inferred) rules.most = change.max_inferred;
  if (change.infer_into) rules.into = *change.infer_into;
  if (change.graphs) rules.graphs = inferencer::rule_graphs_of(*change.graphs);
  if (change.inconsistent) rules.stops_at_contradictions = inferencer::stops_at_contradictions(*change.inconsistent);
  if (rules.graphs != inferencer::RuleGraphs::all && !change.infer_into) rules.into.clear();
  if ((rules.graphs == inferencer::RuleGraphs::all) != !rules.into.empty())
    fail(ErrorKind::user, "rules that see all graphs as one (union) need the graph to infer into, and only these do");
}

// Built-in sets import each other by the names of their files.
bool has_import(const StoredRules& rules, const StoredRules::Text& from, const std::string& import) {
  constexpr std::string_view kEnding = ".srl";
  return std::any_of(rules.texts.begin(), rules.texts.end(), [&](const auto& other) {
    return other.is_built_in == from.is_built_in &&
           (from.is_built_in ? other.name + std::string(kEnding) : other.base) == import;
  });
}

void check_imports(const StoredRules& before, const StoredRules& rules) {
  for (const StoredRules::Text& text : rules.texts) {
    for (const std::string& import : parser::parse_rules(text.format, text.text, text.base).imports) {
      if (has_import(rules, text, import)) continue;
      const StoredRules::Text* const old = before.find(text.name);
      if (old != nullptr && *old == text && !has_import(before, text, import)) continue;  // as it was
      fail(ErrorKind::user, "{}: IMPORTS <{}>: the database has no such text; put it first, or remove {} as well",
           text.name, import, text.name);
    }
  }
}

}  // namespace

ChangedRules changed_rules(const StoredRules& before, const RulesChange& change) {
  ChangedRules changed{before};
  StoredRules& rules = changed.rules;
  if (rules.texts.empty() && change.put.empty() && change.remove.empty())
    fail(ErrorKind::user, "the database has no rules; a change must put some");
  if (rules.texts.empty()) rules.representatives = true;
  set_options(rules, change);
  for (const std::string& name : change.remove) remove_text(rules, name);
  for (const RulesChange::Put& put : change.put) changed.has_new = put_text(rules, put) || changed.has_new;
  if (rules.texts.empty()) {
    rules = {};
    return changed;
  }
  check_imports(before, rules);
  return changed;
}

ChangedRules changed_rules(const StateRulesPtr& before, const RulesChange& change) {
  return changed_rules(before ? before->known() : StoredRules{}, change);
}

parser::RuleFormat rule_format_of(const RulesChange::Put& put) {
  if (const auto format = parser::find_rule_format(put.language)) return *format;
  fail(ErrorKind::user, "{}: the language of rules must be one of: {}; found '{}'", put.name,
       fmt::join(parser::rule_format_names(), ", "), put.language);
}

bool change_rules(query::Transaction& transaction, pgas::Team& team, const RulesChange& change, StateRulesPtr& rules,
                  const Watch& watch) {
  const ChangedRules changed = changed_rules(rules, change);
  StateRulesPtr next;
  team.agree(pgas::attempt([&] { next = rules_of(changed.rules, watch); }));
  if ((rules ? rules->known() : StoredRules{}) == changed.rules) return changed.has_new;
  transaction.change_rules(closure_of(next), next ? next->stored : std::string());
  rules = std::move(next);
  return changed.has_new;
}

}  // namespace quadrille::server
