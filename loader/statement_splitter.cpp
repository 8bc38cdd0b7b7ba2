#include "loader/statement_splitter.hpp"

#include <algorithm>
#include <utility>

#include "base/term.hpp"
#include "loader/utf8.hpp"

namespace quadrille {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::uint64_t count_lines(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

std::uint32_t count_characters(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

TokenKind opening_of(TokenKind closing) {
  return closing == TokenKind::close_bracket ? TokenKind::open_bracket : TokenKind::open_parenthesis;
}

}  // namespace

StatementSplitter::StatementSplitter(std::unique_ptr<ByteSource> source, bool with_graphs, std::size_t window_bytes)
    : source_(std::move(source)), with_graphs_(with_graphs), window_bytes_(window_bytes) {
  while (buffer_.size() < kByteOrderMark.size() && refill()) {
  }
  if (buffer_.starts_with(kByteOrderMark)) start_ = kByteOrderMark.size();
}

// As many bytes again as the statement has, so that one statement is looked at no more than twice. False: the end.
bool StatementSplitter::refill() {
  if (source_ended_) return false;
  drop_before_start();
  const std::size_t before = buffer_.size();
  buffer_.resize(before + std::max(window_bytes_, before));
  const std::size_t got = source_->read(std::span(buffer_).subspan(before));
  buffer_.resize(before + got);
  source_ended_ = got == 0;
  return !source_ended_;
}

void StatementSplitter::drop_before_start() {
  const std::string_view dropped = std::string_view(buffer_).substr(0, start_);
  const std::size_t line_end = dropped.rfind('\n');
  lines_dropped_ += count_lines(dropped);
  if (line_end == std::string_view::npos) {
    columns_dropped_ += count_characters(dropped);
  } else {
    columns_dropped_ = count_characters(dropped.substr(line_end + 1));
  }
  buffer_.erase(0, start_);
  start_ = 0;
}

std::uint64_t StatementSplitter::line() const {
  return 1 + lines_dropped_ + count_lines(std::string_view(buffer_).substr(0, start_));
}

std::uint32_t StatementSplitter::column() const {
  const std::string_view before = std::string_view(buffer_).substr(0, start_);
  const std::size_t line_end = before.rfind('\n');
  if (line_end == std::string_view::npos) return 1 + columns_dropped_ + count_characters(before);
  return 1 + count_characters(before.substr(line_end + 1));
}

bool StatementSplitter::next() {
  start_ += std::exchange(size_, 0);
  fault_.reset();
  kinds_.clear();
  brackets_.clear();
  first_word_.clear();
  plain_.clear();
  if (graph_) plain_.append_own(*graph_);

  std::size_t from = 0;
  bool is_empty = true;  // no token yet: the text begins with the first one
  for (;;) {
    Token token = next_token(rest(), from, source_ended_);
    if (token.kind == TokenKind::incomplete) {
      refill();
      continue;
    }
    if (token.kind == TokenKind::end && is_empty && !graph_) return false;
    if (is_empty) {
      start_ += token.begin;
      token.end -= token.begin;
      token.begin = 0;
      is_empty = false;
    }
    from = size_ = token.end;
    if (take(token) == Step::complete) break;
  }
  if (fault_) {
    find_next_statement();
  } else if (const std::size_t valid = valid_utf8_prefix(text()); valid != size_) {
    fault_ = Fault{valid, "not UTF-8"};
  }
  return true;
}

StatementSplitter::Step StatementSplitter::refuse(std::size_t offset, const char* reason) {
  fault_ = Fault{offset, reason};
  return Step::complete;
}

StatementSplitter::Step StatementSplitter::take(const Token& token) {
  const bool is_first = kinds_.empty();
  kinds_.push_back(token.kind);
  switch (token.kind) {
    case TokenKind::fault:
      return refuse(token.end, token.reason);
    case TokenKind::end:
      if (graph_) {
        graph_.reset();
        return refuse(token.begin, "the document ends within a graph: \"}\" is missing");
      }
      return refuse(token.begin, "the document ends within a statement: \".\" is missing");
    case TokenKind::dot:
      return take_dot(token);
    case TokenKind::open_brace:
      return open_graph(token);
    case TokenKind::close_brace:
      return close_graph(token);
    case TokenKind::word:
      if (is_first) first_word_ = to_lower_language(rest().substr(token.begin, token.end - token.begin));
      break;
    case TokenKind::at_word: {
      const std::string_view word = rest().substr(token.begin, token.end - token.begin);
      if (is_first && word != "@prefix" && word != "@base")
        return refuse(token.begin, "a directive is @prefix or @base");
      break;
    }
    case TokenKind::open_bracket:
    case TokenKind::open_parenthesis:
      if (brackets_.size() == kDeepestNesting) return refuse(token.begin, "brackets are nested more than 1000 deep");
      brackets_.push_back(token.kind);
      break;
    case TokenKind::close_bracket:
    case TokenKind::close_parenthesis:
      if (brackets_.empty() || brackets_.back() != opening_of(token.kind)) {
        return refuse(token.begin, "a bracket is closed that is not open");
      }
      brackets_.pop_back();
      break;
    default:
      break;
  }
  plain_.append(token, rest());
  return is_directive_complete(token) ? Step::complete : Step::more;
}

bool StatementSplitter::is_directive_complete(const Token& token) const {
  return token.kind == TokenKind::iri && !graph_ && (first_word_ == "base" || first_word_ == "prefix");
}

// "[] ." is what Serd takes and the grammar does not.
bool StatementSplitter::is_lone_node() const {
  return kinds_.size() == 3 && kinds_[0] == TokenKind::open_bracket && kinds_[1] == TokenKind::close_bracket;
}

StatementSplitter::Step StatementSplitter::take_dot(const Token& token) {
  if (!brackets_.empty()) return refuse(token.begin, "a bracket is not closed before the \".\"");
  if (is_lone_node()) return refuse(token.begin, "a subject without a predicate");
  plain_.append(token, rest());
  if (graph_) plain_.append_own(" }");
  return Step::complete;
}

StatementSplitter::Step StatementSplitter::open_graph(const Token& token) {
  if (!with_graphs_) return refuse(token.begin, "Turtle has no graphs; is it TriG?");
  if (graph_) return refuse(token.begin, "a graph within a graph");
  if (!brackets_.empty()) return refuse(token.begin, "a bracket is not closed before the \"{\"");
  const std::size_t tokens = kinds_.size();
  const bool is_unnamed =
      tokens >= 3 && kinds_[tokens - 2] == TokenKind::close_bracket && kinds_[tokens - 3] == TokenKind::open_bracket;
  if (is_unnamed && (tokens == 3 || (tokens == 4 && first_word_ == "graph"))) {
    // Every statement of the graph repeats the name, and [] would be a new node each time.
    plain_.clear();
    plain_.append_own("GRAPH _:");
    plain_.append_own(kGraphMark + std::to_string(++unnamed_graphs_));
  }
  plain_.append(token, rest());
  graph_ = plain_.text();
  kinds_.clear();
  return Step::more;
}

StatementSplitter::Step StatementSplitter::close_graph(const Token& token) {
  if (!graph_) return refuse(token.begin, "a \"}\" without a \"{\"");
  if (!brackets_.empty()) return refuse(token.begin, "a bracket is not closed before the \"}\"");
  plain_.append(token, rest());
  graph_.reset();
  return is_lone_node() ? refuse(token.begin, "a subject without a predicate") : Step::complete;
}

// After a fault nothing is known of strings and brackets. The statement is taken to end with the first line, from the
// fault on, that ends with a dot, or in TriG with a brace that closes the graph.
void StatementSplitter::find_next_statement() {
  std::size_t at = fault_->offset;
  for (;;) {
    const std::size_t line_end = rest().find('\n', at);
    if (line_end == std::string_view::npos && refill()) continue;
    const std::string_view line = rest().substr(at, line_end == std::string_view::npos ? line_end : line_end - at);
    const std::size_t last = line.find_last_not_of(" \t\r");
    const char last_character = last == std::string_view::npos ? '\0' : line[last];
    const bool closes = with_graphs_ && last_character == '}';
    if (closes) graph_.reset();
    if (closes || last_character == '.' || line_end == std::string_view::npos) {
      size_ = std::max(size_, at + line.size());
      return;
    }
    at = line_end + 1;
  }
}

}  // namespace quadrille
