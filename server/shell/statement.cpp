#include "server/shell/statement.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "server/shell/sparql_tokens.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kStatementBlanks = " \t\r\n";
constexpr std::array<std::string_view, 10> kUpdateWords{"insert", "delete", "with", "load", "clear",
                                                        "create", "drop",   "copy", "move", "add"};

std::vector<Token> without_comments(std::string_view text) {
  std::vector<Token> tokens = tokens_of(text);
  std::erase_if(tokens, [](const Token& token) { return token.kind == TokenKind::comment; });
  return tokens;
}

bool is_word(std::string_view text, const Token& token, std::string_view lower) {
  return token.kind == TokenKind::word && same_in_lower(text_of(text, token), lower);
}

bool is_mark(std::string_view text, const Token& token, std::string_view marks) {
  return token.kind == TokenKind::mark && marks.find(text[token.begin]) != std::string_view::npos;
}

// The first token behind the declarations.
std::size_t end_of_prologue(std::string_view text, const std::vector<Token>& tokens) {
  std::size_t at = 0;
  while (at < tokens.size()) {
    if (is_word(text, tokens[at], "prefix")) {
      at += 3;
    } else if (is_word(text, tokens[at], "base")) {
      at += 2;
    } else {
      break;
    }
  }
  return std::min(at, tokens.size());
}

// The brackets that are open at the end.
int depth_of(std::string_view text, const std::vector<Token>& tokens) {
  int depth = 0;
  for (const Token& token : tokens) depth += is_mark(text, token, "{([") - is_mark(text, token, "})]");
  return depth;
}

// The brackets of a text.
struct Brackets {
  int depth = 0;   // of those that are open
  int groups = 0;  // {} that have been closed outside of others
  int groups_after_where = 0;
  bool has_where = false, has_data = false;
};

Brackets brackets_of(std::string_view text, const std::vector<Token>& tokens) {
  Brackets found;
  for (const Token& token : tokens) {
    if (is_mark(text, token, "{([")) ++found.depth;
    if (is_mark(text, token, "})]")) --found.depth;
    if (found.depth == 0 && is_word(text, token, "where")) found.has_where = true;
    if (found.depth == 0 && is_word(text, token, "data")) found.has_data = true;
    if (found.depth != 0 || !is_mark(text, token, "}")) continue;
    ++found.groups;
    if (found.has_where) ++found.groups_after_where;
  }
  return found;
}

bool has_its_pattern(std::string_view text, const std::vector<Token>& tokens, const Brackets& brackets) {
  const std::size_t first = end_of_prologue(text, tokens);
  if (first == tokens.size()) return false;
  const auto begins = [&](std::string_view word) { return is_word(text, tokens[first], word); };
  if (begins("select") || begins("ask")) return brackets.groups > 0;
  if (begins("construct")) return brackets.groups > 1 || brackets.groups_after_where > 0;
  if (begins("insert") || begins("delete") || begins("with")) {
    return brackets.groups_after_where > 0 || (brackets.has_data && brackets.groups > 0);
  }
  return tokens.size() > first + 1;
}

bool is_whole(std::string_view text, const std::vector<Token>& tokens) {
  if (tokens.empty() || tokens.back().is_open) return false;
  const Brackets brackets = brackets_of(text, tokens);
  return brackets.depth <= 0 && has_its_pattern(text, tokens, brackets);
}

}  // namespace

StatementKind kind_of(std::string_view text) {
  const std::vector<Token> tokens = without_comments(text);
  const std::size_t first = end_of_prologue(text, tokens);
  if (first == tokens.size()) return StatementKind::prologue;
  const auto begins = [&](std::string_view word) { return is_word(text, tokens[first], word); };
  if (begins("select")) return StatementKind::select;
  if (begins("ask")) return StatementKind::ask;
  if (begins("construct") || begins("describe")) return StatementKind::graph;
  return std::any_of(kUpdateWords.begin(), kUpdateWords.end(), begins) ? StatementKind::update : StatementKind::unknown;
}

bool is_complete(std::string_view text) {
  return is_whole(text, without_comments(text));
}

std::vector<std::string> StatementReader::add(std::string_view lines, EmptyLine empty_line) {
  std::vector<std::string> ended;
  while (true) {
    const std::size_t end = lines.find('\n');
    if (add_line(lines.substr(0, end), empty_line)) ended.push_back(take());
    if (end == std::string_view::npos) break;
    lines.remove_prefix(end + 1);
  }
  std::erase_if(ended, [](const std::string& text) { return without_comments(text).empty(); });
  return ended;
}

// Returns true if the line ends the statement.
bool StatementReader::add_line(std::string_view line, EmptyLine empty_line) {
  if (trimmed(line, kStatementBlanks).empty()) {
    if (depth_ <= 0 && is_complete(text_)) return true;
    if (empty_line == EmptyLine::ends && !is_in_string()) return true;
    if (!text_.empty()) text_ += '\n';
    return false;
  }
  text_.append(line) += '\n';
  const std::string_view rest = std::string_view(text_).substr(scanned_);
  const std::vector<Token> tokens = without_comments(rest);
  if (!tokens.empty() && tokens.back().is_open) return false;
  depth_ += depth_of(rest, tokens);
  const bool ends = depth_ <= 0 && !tokens.empty() && is_mark(rest, tokens.back(), ";");
  const std::size_t end = ends ? scanned_ + tokens.back().begin : text_.size();
  text_.resize(end);
  scanned_ = end;
  return ends;
}

bool StatementReader::is_in_string() const {
  const std::vector<Token> tokens = tokens_of(std::string_view(text_).substr(scanned_));
  return !tokens.empty() && tokens.back().is_open;
}

std::string StatementReader::take() {
  scanned_ = 0;
  depth_ = 0;
  std::string text = std::exchange(text_, {});
  while (!text.empty() && kStatementBlanks.find(text.back()) != std::string_view::npos) text.pop_back();
  return text;
}

}  // namespace quadrille::server
