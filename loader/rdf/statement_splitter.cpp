#include "loader/rdf/statement_splitter.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace quadrille {

namespace {

TokenKind opening_of(TokenKind closing) {
  if (closing == TokenKind::close_annotation) return TokenKind::open_annotation;
  return closing == TokenKind::close_bracket ? TokenKind::open_bracket : TokenKind::open_parenthesis;
}

}  // namespace

void StatementSplitter::finish() {
  window_.advance(std::exchange(size_, 0));
}

bool StatementSplitter::is_directive() const {
  return first_word_.starts_with('@') || first_word_ == "base" || first_word_ == "prefix";
}

bool StatementSplitter::next() {
  finish();
  fault_.reset();
  tokens_ = 0;
  brackets_.clear();
  first_word_.clear();

  std::size_t from = 0;
  bool is_empty = true;  // no token yet: the text begins with the first one
  for (;;) {
    Token token = next_token(rest(), from, window_.is_all());
    if (token.kind == TokenKind::incomplete) {
      window_.refill();
      continue;
    }
    if (token.kind == TokenKind::end && is_empty && !in_graph_) return false;
    if (is_empty) {
      window_.advance(token.begin);
      token.end -= token.begin;
      token.begin = 0;
      is_empty = false;
    }
    from = size_ = token.end;
    if (take(token) == Step::complete) break;
  }
  if (fault_) {
    find_next_statement();
  } else if (!window_.is_valid_utf8(size_)) {
    fault_ = Fault{valid_utf8_prefix(text()), "not UTF-8"};
  }
  return true;
}

StatementSplitter::Step StatementSplitter::refuse(std::size_t offset, const char* reason) {
  fault_ = Fault{offset, reason};
  return Step::complete;
}

StatementSplitter::Step StatementSplitter::take(const Token& token) {
  const bool is_first = tokens_++ == 0;
  switch (token.kind) {
    case TokenKind::fault:
      return refuse(token.end, token.reason);
    case TokenKind::end:
      return take_end(token);
    case TokenKind::dot:
      return take_dot(token);
    case TokenKind::open_brace:
      return open_graph(token);
    case TokenKind::close_brace:
      return close_graph(token);
    case TokenKind::word:
      if (is_first) first_word_ = to_lower(rest().substr(token.begin, token.end - token.begin));
      return Step::more;
    case TokenKind::at_word:
      return take_at_word(token, is_first);
    case TokenKind::open_bracket:
    case TokenKind::open_parenthesis:
    case TokenKind::open_annotation:
      return open_bracket(token);
    case TokenKind::close_bracket:
    case TokenKind::close_parenthesis:
    case TokenKind::close_annotation:
      return close_bracket(token);
    case TokenKind::iri:
      return !in_graph_ && (first_word_ == "base" || first_word_ == "prefix") ? Step::complete : Step::more;
    case TokenKind::string:
      return tokens_ == 2 && first_word_ == "version" && !in_graph_ ? Step::complete : Step::more;
    default:
      return Step::more;
  }
}

StatementSplitter::Step StatementSplitter::take_end(const Token& token) {
  return refuse(token.begin, std::exchange(in_graph_, false)
                                 ? "the document ends within a graph: \"}\" is missing"
                                 : "the document ends within a statement: \".\" is missing");
}

StatementSplitter::Step StatementSplitter::take_dot(const Token& token) {
  return brackets_.empty() ? Step::complete : refuse(token.begin, "a bracket is not closed before the \".\"");
}

StatementSplitter::Step StatementSplitter::take_at_word(const Token& token, bool is_first) {
  if (!is_first) return Step::more;
  first_word_ = rest().substr(token.begin, token.end - token.begin);
  if (first_word_ == "@prefix" || first_word_ == "@base" || first_word_ == "@version") return Step::more;
  return refuse(token.begin, "a directive is @prefix, @base or @version");
}

StatementSplitter::Step StatementSplitter::open_bracket(const Token& token) {
  if (brackets_.size() == kDeepestNesting) return refuse(token.begin, "brackets are nested more than 1000 deep");
  brackets_.push_back(token.kind);
  return Step::more;
}

StatementSplitter::Step StatementSplitter::close_bracket(const Token& token) {
  if (brackets_.empty() || brackets_.back() != opening_of(token.kind)) {
    return refuse(token.begin, "a bracket is closed that is not open");
  }
  brackets_.pop_back();
  return Step::more;
}

StatementSplitter::Step StatementSplitter::open_graph(const Token& token) {
  if (!with_graphs_) return refuse(token.begin, "Turtle has no graphs; is it TriG?");
  if (in_graph_) return refuse(token.begin, "a graph within a graph");
  if (!brackets_.empty()) return refuse(token.begin, "a bracket is not closed before the \"{\"");
  in_graph_ = true;
  tokens_ = 0;
  return Step::more;
}

StatementSplitter::Step StatementSplitter::close_graph(const Token& token) {
  if (!in_graph_) return refuse(token.begin, "a \"}\" without a \"{\"");
  if (!brackets_.empty()) return refuse(token.begin, "a bracket is not closed before the \"}\"");
  in_graph_ = false;
  return Step::complete;
}

// After a fault, strings and brackets are unknown. The statement is assumed to end with the first line, from the fault
// on, that ends with a dot, or in TriG with a brace that closes the graph.
void StatementSplitter::find_next_statement() {
  std::size_t at = fault_->offset;
  for (;;) {
    const std::size_t line_end = rest().find('\n', at);
    if (line_end == std::string_view::npos && window_.refill()) continue;
    const std::string_view line = rest().substr(at, line_end == std::string_view::npos ? line_end : line_end - at);
    const std::size_t last = line.find_last_not_of(" \t\r");
    const char last_character = last == std::string_view::npos ? '\0' : line[last];
    const bool closes = with_graphs_ && last_character == '}' && !line.substr(0, last).ends_with('|');
    if (closes) in_graph_ = false;
    if (closes || last_character == '.' || line_end == std::string_view::npos) {
      size_ = std::max(size_, at + line.size());
      return;
    }
    at = line_end + 1;
  }
}

}  // namespace quadrille
