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

std::span<const RuleSetText> all_texts() {
  return {kRuleTexts, kNumRuleTexts};
}

const RuleSetText* find_text(std::string_view name) {
  const auto texts = all_texts();
  const auto found = std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.name == name; });
  return found == texts.end() ? nullptr : &*found;
}

template <class T>
void append_all(std::vector<T>& all, std::vector<T> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

bool has_set(std::span<const RuleText> texts, std::string_view name) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](const RuleText& text) { return text.is_built_in && text.name == name; });
}

void add_with_imports(std::vector<RuleText>& texts, std::string_view name) {
  if (has_set(texts, name)) return;
  RuleText text{.name = std::string(name), .text = rule_set_text(name), .base = {}, .is_built_in = true};
  for (std::string_view file : parser::parse_rule_set(text.text).imports) {
    if (file.ends_with(kFileName)) file.remove_suffix(kFileName.size());
    add_with_imports(texts, file);
  }
  texts.push_back(std::move(text));
}

constexpr std::string_view kFileScheme = "file://";

// Reads a file and those that it imports. `root`: the folder of the first one.
class FileReader {
 public:
  // `is_checked`: refuses what is not supported.
  FileReader(std::vector<RuleText>& texts, std::filesystem::path root, bool is_checked)
      : texts_(texts), root_(std::move(root)), is_checked_(is_checked) {
    for (const RuleText& text : texts) bases_.insert(text.base);
  }

  void read(const std::filesystem::path& path, parser::RuleFormat format) {
    RuleText text{.name = {}, .format = format, .text = {}, .base = std::string(kFileScheme) + path.string()};
    if (!bases_.insert(text.base).second) return;
    std::ifstream in(path, std::ios::binary);
    text.text.assign(std::istreambuf_iterator<char>(in), {});
    if (!in) fail(ErrorKind::user, "cannot read the rules in {}", path.string());
    for (const std::string& import : imports_of(text, path)) {
      const std::filesystem::path file = imported(path, import);
      read(file, parser::rule_format_of_file(file.string()).value_or(format));
    }
    text.name = name_for(path);
    texts_.push_back(std::move(text));
  }

 private:
  std::vector<std::string> imports_of(const RuleText& text, const std::filesystem::path& path) const {
    try {
      parser::RuleSet parsed = parser::parse_rules(text.format, text.text, text.base);
      if (is_checked_) constants_of(parsed);
      return std::move(parsed.imports);
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

  // Different files have different names.
  std::string name_for(const std::filesystem::path& path) const {
    std::filesystem::path from = root_;
    while (true) {
      const std::string name = path.lexically_relative(from).generic_string();
      const bool is_taken =
          find_text(name) != nullptr ||
          std::any_of(texts_.begin(), texts_.end(), [&](const auto& its) { return its.name == name; });
      if (!is_taken || !from.has_relative_path()) return name;
      from = from.parent_path();
    }
  }

  std::vector<RuleText>& texts_;
  const std::filesystem::path root_;
  const bool is_checked_;
  std::set<std::string> bases_;  // of the files that have been read
};

void read_file(std::vector<RuleText>& texts, const std::filesystem::path& path,
               std::optional<parser::RuleFormat> format, bool is_checked) {
  const std::filesystem::path file = std::filesystem::absolute(path).lexically_normal();
  if (!format) format = parser::rule_format_of_file(file.string());
  if (!format) {
    fail(ErrorKind::user,
         "{}: its name does not end in .srl, .rules, .txt, .n3, .rq or .sparql, so name the language of its rules: "
         "--format {}",
         path.string(), fmt::join(parser::rule_format_names(), "|"));
  }
  FileReader(texts, file.parent_path(), is_checked).read(file, *format);
}

parser::RuleSet rules_of_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format,
                              bool is_checked) {
  std::vector<RuleText> texts;
  read_file(texts, path, format, is_checked);
  return rules_of(texts);
}

// Numbers the texts of `more` behind those of `all`.
void join_files(parser::RuleSet& all, parser::RuleSet& more) {
  if (all.files.empty() && more.files.empty()) return;
  if (all.files.empty() && !all.rules.empty()) all.files.emplace_back();
  if (more.files.empty()) more.files.emplace_back();
  for (parser::InferenceRule& rule : more.rules) rule.file += static_cast<std::uint32_t>(all.files.size());
  append_all(all.files, std::move(more.files));
}

}  // namespace

void append(parser::RuleSet& all, parser::RuleSet more) {
  join_files(all, more);
  append_all(all.rules, std::move(more.rules));
  append_all(all.data, std::move(more.data));
  append_all(all.data_positions, std::move(more.data_positions));
  append_all(all.prefixes, std::move(more.prefixes));
}

void add_set(std::vector<RuleText>& texts, std::string_view name, bool with_trivial) {
  const std::vector<std::string> known = rule_set_names();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    fail(ErrorKind::user, "there is no rule set '{}'; the sets are {}", name, fmt::join(known, ", "));
  }
  std::vector<RuleText> sets;
  add_with_imports(sets, name);
  const std::size_t plain = sets.size();
  for (std::size_t set = 0; with_trivial && set < plain; ++set) {
    const std::string trivial = sets[set].name + std::string(kTrivial);
    if (find_text(trivial) != nullptr) add_with_imports(sets, trivial);
  }
  std::erase_if(sets, [&](const RuleText& set) { return has_set(texts, set.name); });
  append_all(texts, std::move(sets));
}

void add_file(std::vector<RuleText>& texts, const std::filesystem::path& path,
              std::optional<parser::RuleFormat> format) {
  read_file(texts, path, format, true);
}

parser::RuleSet rules_of(const RuleText& text) {
  try {
    parser::RuleSet rules = parser::parse_rules(text.format, text.text, text.base);
    rules.files = {text.name};
    return rules;
  } catch (const Error& error) {
    fail(error.kind(), "{}: {}", text.name, error.what());
  }
}

parser::RuleSet rules_of(std::span<const RuleText> texts) {
  parser::RuleSet all;
  for (const RuleText& text : texts) append(all, rules_of(text));
  return all;
}

parser::RuleSet rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format) {
  return rules_of_file(path, format, true);
}

parser::RuleSet parsed_rule_file(const std::filesystem::path& path, std::optional<parser::RuleFormat> format) {
  return rules_of_file(path, format, false);
}

parser::RuleSet checked_rules(const std::string& text, const std::string& name, parser::RuleFormat format) {
  try {
    parser::RuleSet rules = parser::parse_rules(format, text);
    if (!rules.imports.empty())
      fail(ErrorKind::user, "IMPORTS <{}>: only files can import files", rules.imports.front());
    if (!name.empty()) rules.files = {name};
    constants_of(rules);  // refuses what is not supported
    return rules;
  } catch (const Error& error) {
    if (name.empty()) throw;
    fail(error.kind(), "{}: {}", name, error.what());
  }
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
  for (const RuleSetText& text : all_texts()) {
    if (!text.name.ends_with(kTrivial)) names.emplace_back(text.name);
  }
  return names;
}

std::string rule_set_text(std::string_view name) {
  const RuleSetText* const text = find_text(name);
  if (text == nullptr) fail(ErrorKind::internal, "there is no rule set {}", name);
  return std::string(text->text);
}

parser::RuleSet rule_set(std::string_view name, bool with_trivial) {
  std::vector<RuleText> texts;
  add_set(texts, name, with_trivial);
  return rules_of(texts);
}

}  // namespace quadrille::inferencer
