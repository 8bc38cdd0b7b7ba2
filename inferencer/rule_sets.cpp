#include "inferencer/rule_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <span>

#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "inferencer/detail/rule_texts.hpp"
#include "inferencer/rule.hpp"

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
void append_all(std::vector<T>& all, std::vector<T> more) {
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
  append(all, std::move(rules));
}

constexpr std::string_view kFileScheme = "file://";

// Reads a file and those that it imports. `root`: the folder of the first one; `files`: those that have been read.
class FileReader {
 public:
  // `is_checked`: refuses what is not supported.
  FileReader(std::filesystem::path root, bool is_checked) : root_(std::move(root)), is_checked_(is_checked) {}

  void read(const std::filesystem::path& path, parser::RuleFormat format, parser::RuleSet& all) {
    if (!files_.insert(path.string()).second) return;
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) fail(ErrorKind::user, "cannot read the rules in {}", path.string());
    parser::RuleSet rules = in_file(path, [&] {
      parser::RuleSet parsed = parser::parse_rules(format, text, std::string(kFileScheme) + path.string());
      if (is_checked_) constants_of(parsed);
      return parsed;
    });
    for (const std::string& import : rules.imports) {
      const std::filesystem::path file = imported(path, import);
      read(file, parser::rule_format_of_file(file.string()).value_or(format), all);
    }
    append(all, std::move(rules));
  }

 private:
  template <class Read>
  static parser::RuleSet in_file(const std::filesystem::path& path, const Read& read) {
    try {
      return read();
    } catch (const Error& error) {
      fail(error.kind(), "{}: {}", path.string(), error.what());
    }
  }

  std::filesystem::path imported(const std::filesystem::path& from, std::string_view iri) const {
    const std::filesystem::path path =
        iri.starts_with(kFileScheme) ? std::filesystem::path(iri.substr(kFileScheme.size())).lexically_normal() : "";
    const auto [end, at] = std::mismatch(root_.begin(), root_.end(), path.begin(), path.end());
    if (end != root_.end() || at == path.end()) {
      fail(ErrorKind::user, "{}: IMPORTS <{}>: only files in the folder {} and below can be imported", from.string(),
           iri, root_.string());
    }
    return path;
  }

  const std::filesystem::path root_;
  const bool is_checked_;
  std::set<std::string> files_;
};

parser::RuleSet read_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format,
                          bool is_checked) {
  const std::filesystem::path file = std::filesystem::absolute(path).lexically_normal();
  if (!format) format = parser::rule_format_of_file(file.string());
  if (!format) {
    fail(ErrorKind::user,
         "{}: its name does not end in .srl, .rules, .txt, .n3, .rq or .sparql, so name the language of its rules: "
         "--format {}",
         path.string(), fmt::join(parser::rule_format_names(), "|"));
  }
  parser::RuleSet all;
  FileReader(file.parent_path(), is_checked).read(file, *format, all);
  return all;
}

}  // namespace

void append(parser::RuleSet& all, parser::RuleSet more) {
  append_all(all.rules, std::move(more.rules));
  append_all(all.data, std::move(more.data));
  append_all(all.data_positions, std::move(more.data_positions));
  append_all(all.prefixes, std::move(more.prefixes));
}

parser::RuleSet rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format) {
  return read_file(path, format, true);
}

parser::RuleSet parsed_rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format) {
  return read_file(path, format, false);
}

parser::RuleSet checked_rules(const std::string& text) {
  parser::RuleSet rules = parser::parse_rule_set(text);
  if (!rules.imports.empty()) fail(ErrorKind::user, "IMPORTS <{}>: only files can import files", rules.imports.front());
  constants_of(rules);  // refuses what is not supported
  return rules;
}

std::vector<std::string> entailment_regimes(std::string_view names) {
  std::vector<std::string> regimes;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    if (name == "rdfs" || name == "rdfs-plus") regimes.emplace_back("RDFS");
    if (name == "owl-rl") regimes.emplace_back("OWL-RDF-Based");
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  sort_different(regimes);
  return regimes;
}

std::vector<std::string> rule_set_names() {
  std::vector<std::string> names;
  for (const RuleText& text : all_texts()) {
    if (!text.name.ends_with(kTrivial)) names.emplace_back(text.name);
  }
  return names;
}

std::string rule_set_text(std::string_view name) {
  const RuleText* const text = find_text(name);
  if (text == nullptr) fail(ErrorKind::internal, "there is no rule set {}", name);
  return std::string(text->text);
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
