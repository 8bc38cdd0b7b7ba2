#include "server/shell/completion.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "base/text.hpp"
#include "server/shell/shell_command.hpp"
#include "server/shell/sparql_tokens.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kRdfType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

constexpr std::array kKeywords{
    "ADD",    "AS",        "ASC",      "ASK",     "AVG",         "BASE",         "BIND",      "BNODE",    "BOUND",
    "BY",     "CLEAR",     "COALESCE", "CONCAT",  "CONSTRUCT",   "CONTAINS",     "COPY",      "COUNT",    "CREATE",
    "DATA",   "DATATYPE",  "DAY",      "DEFAULT", "DELETE",      "DESC",         "DESCRIBE",  "DISTINCT", "DROP",
    "EXISTS", "FILTER",    "FROM",     "GRAPH",   "GROUP",       "GROUP_CONCAT", "HAVING",    "IF",       "IN",
    "INSERT", "INTO",      "IRI",      "LANG",    "LANGMATCHES", "LIMIT",        "LOAD",      "MAX",      "MIN",
    "MINUS",  "MONTH",     "MOVE",     "NAMED",   "NOT",         "NOW",          "OFFSET",    "OPTIONAL", "ORDER",
    "PREFIX", "REDUCED",   "REGEX",    "REPLACE", "SAMPLE",      "SELECT",       "SEPARATOR", "SERVICE",  "SILENT",
    "STR",    "STRDT",     "STRENDS",  "STRLANG", "STRLEN",      "STRSTARTS",    "SUBSTR",    "SUM",      "TO",
    "UCASE",  "UNDEF",     "UNION",    "USING",   "VALUES",      "WHERE",        "WITH",      "YEAR",     "isBlank",
    "isIRI",  "isLiteral", "isNumeric"};

bool begins_alike(std::string_view word, std::string_view beginning) {
  return word.size() >= beginning.size() && same_in_lower(word.substr(0, beginning.size()), beginning);
}

// The word at the end of a text: letters of names and IRIs, a leading ?, $ or <.
std::string_view word_at_end(std::string_view before) {
  const std::vector<Token> tokens = tokens_of(before);
  if (tokens.empty() || tokens.back().end != before.size()) return {};
  const Token& last = tokens.back();
  const bool is_word = last.kind == TokenKind::word || last.kind == TokenKind::name ||
                       last.kind == TokenKind::variable || (last.kind == TokenKind::iri && last.is_open);
  const bool is_begun = last.kind == TokenKind::mark && std::string_view("?$<").find(before.back()) != before.npos;
  return is_word || is_begun ? text_of(before, last) : std::string_view();
}

// At the end of a string or a comment, or inside of one.
bool is_in_text(std::string_view before) {
  const std::vector<Token> tokens = tokens_of(before);
  if (tokens.empty() || tokens.back().end != before.size()) return false;
  return tokens.back().kind == TokenKind::literal || tokens.back().kind == TokenKind::comment;
}

bool is_behind_type(std::string_view before, const SessionPrefixes& prefixes) {
  const std::vector<Token> tokens = tokens_of(before);
  if (tokens.empty()) return false;
  const std::string_view last = text_of(before, tokens.back());
  if (tokens.back().kind == TokenKind::word) return last == "a";
  if (tokens.back().kind == TokenKind::iri) return last.size() > 2 && last.substr(1, last.size() - 2) == kRdfType;
  if (tokens.back().kind != TokenKind::name) return false;
  const auto iri = prefixes.find(std::string(prefix_of(last)));
  return iri && *iri + std::string(last.substr(last.find(':') + 1)) == kRdfType;
}

bool is_in_pattern(std::string_view before) {
  int depth = 0;
  for (const Token& token : tokens_of(before)) {
    if (token.kind == TokenKind::mark) depth += (before[token.begin] == '{') - (before[token.begin] == '}');
  }
  return depth > 0;
}

// The classes or predicates that begin as the word does, as it is written.
void add_names(std::string_view word, const std::vector<std::string>& iris, const SessionPrefixes& prefixes,
               std::vector<std::string>& words) {
  for (const std::string& iri : iris) {
    const std::string whole = "<" + iri + ">";
    const auto short_name = prefixes.shorten(iri);
    if (word.starts_with('<')) {
      if (whole.starts_with(word)) words.push_back(whole);
    } else if (short_name ? begins_alike(*short_name, word) : word.empty()) {
      words.push_back(short_name.value_or(whole));
    }
  }
}

void add_variables(std::string_view word, std::string_view before, std::vector<std::string>& words) {
  std::set<std::string> found;
  for (const Token& token : tokens_of(before.substr(0, before.size() - word.size()))) {
    const std::string_view name = text_of(before, token);
    if (token.kind == TokenKind::variable && name.starts_with(word)) found.emplace(name);
  }
  words.assign(found.begin(), found.end());
}

// Keywords in the case of the word, then prefixes.
void add_words(std::string_view word, const SessionPrefixes& prefixes, std::vector<std::string>& words) {
  if (word.empty()) return;
  const bool is_lower = to_lower(word) == word;
  for (const std::string_view keyword : kKeywords) {
    if (begins_alike(keyword, word)) words.push_back(is_lower ? to_lower(keyword) : std::string(keyword));
  }
  for (const auto& [prefix, iri] : prefixes.all()) {
    if (prefix.starts_with(word)) words.push_back(prefix + ":");
  }
}

// Folders end with a slash.
Suggestions suggest_files(std::string_view beginning) {
  namespace fs = std::filesystem;
  Suggestions found{beginning.size(), {}};
  const std::size_t slash = beginning.rfind('/');
  const std::string folder(beginning.substr(0, slash == beginning.npos ? 0 : slash + 1));
  const std::string_view name = beginning.substr(folder.size());
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string file = entry.path().filename().string();
    if (!file.starts_with(name) || (file.starts_with('.') && name.empty())) continue;
    found.words.push_back(folder + file + (entry.is_directory(error) ? "/" : ""));
  }
  std::sort(found.words.begin(), found.words.end());
  return found;
}

Suggestions suggest_for_command(std::string_view line, const Vocabulary& vocabulary, const SessionPrefixes& prefixes) {
  const std::size_t blank = line.find(' ');
  const std::string_view name = line.substr(1, blank == line.npos ? blank : blank - 1);
  Suggestions found;
  const auto take_matching = [&](std::string_view word, const std::vector<std::string>& all) {
    found.word_bytes = word.size();
    for (const std::string& one : all) {
      if (one.starts_with(word)) found.words.push_back(one);
    }
    return found;
  };
  if (blank == line.npos) return take_matching(name, shell_command_names());
  const std::string_view rest = line.substr(line.find_last_of(' ') + 1);
  if (const std::vector<std::string> choices = choices_of_command(name);
      !choices.empty() && line.find(' ', blank + 1) == line.npos) {
    take_matching(rest, choices);
    if (!found.words.empty()) return found;
  }
  if (takes_file(name)) return suggest_files(rest);
  return name == "explain" ? suggest(line.substr(blank), vocabulary, prefixes) : found;
}

}  // namespace

Suggestions suggest(std::string_view before, const Vocabulary& vocabulary, const SessionPrefixes& prefixes) {
  if (before.starts_with('\\')) return suggest_for_command(before, vocabulary, prefixes);
  if (is_in_text(before)) return {};
  const std::string_view word = word_at_end(before);
  const std::string_view rest = before.substr(0, before.size() - word.size());
  Suggestions found{word.size(), {}};
  SessionPrefixes known = prefixes;
  known.set_all(before);
  if (word.starts_with('?') || word.starts_with('$')) {
    add_variables(word, before, found.words);
    return found;
  }
  const bool is_class = is_behind_type(rest, known);
  if (is_class || is_in_pattern(rest)) {
    add_names(word, is_class ? vocabulary.classes : vocabulary.predicates, known, found.words);
  }
  if (word.find_first_of(":<") == word.npos && !is_class) add_words(word, known, found.words);
  return found;
}

std::string common_beginning(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  std::string_view common = words.front();
  for (const std::string& word : words) {
    const auto [end, other] = std::mismatch(common.begin(), common.end(), word.begin(), word.end());
    common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
  }
  return std::string(common);
}

}  // namespace quadrille::server
