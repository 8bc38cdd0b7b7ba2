#include "loader/rdf/statement_splitter.hpp"

#include <algorithm>
#include <utility>

#include "base/term.hpp"
#include "base/text.hpp"

namespace quadrille {

namespace {

// Serd looks up the name of a graph only with its first triple. A graph without a triple gets this one, whose quad is
// dropped (StatementContent::no_quads).
constexpr std::string_view kAnyTriple = " <x:a:a> <x:a:a> <x:a:a>";

TokenKind opening_of(TokenKind closing) {
  return closing == TokenKind::close_bracket ? TokenKind::open_bracket : TokenKind::open_parenthesis;
}

}  // namespace

void StatementSplitter::finish() {
  window_.advance(std::exchange(size_, 0));
}

void StatementSplitter::enter_graph(std::string_view header) {
  PlainTokens plain;
  for (Token token = next_token(header, 0, true); token.kind != TokenKind::end;
       token = next_token(header, token.end, true)) {
    if (token.kind == TokenKind::open_bracket) {  // [] or GRAPH []
      plain = unnamed_graph();
    } else if (token.kind != TokenKind::close_bracket) {
      plain.append(token, header);
    }
  }
  graph_ = plain.text();
}

bool StatementSplitter::next() {
  finish();
  fault_.reset();
  is_whole_ = false;
  kinds_.clear();
  brackets_.clear();
  first_word_.clear();
  plain_.clear();
  if (graph_) plain_.append_own(*graph_);

  std::size_t from = 0;
  bool is_empty = true;  // no token yet: the text begins with the first one
  for (;;) {
    Token token = next_token(rest(), from, window_.is_all());
    if (token.kind == TokenKind::incomplete) {
      window_.refill();
      continue;
    }
    if (token.kind == TokenKind::end && is_empty && !graph_) return false;
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
    if (!is_whole_) find_next_statement();
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
      if (is_first) first_word_ = to_lower(rest().substr(token.begin, token.end - token.begin));
      break;
    case TokenKind::at_word: {
      const std::string_view word = rest().substr(token.begin, token.end - token.begin);
      if (is_first && word == "@version") return refuse(token.begin, kVersionFault);
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
    case TokenKind::string:
      // VERSION "1.2" of RDF 1.2, which has no dot.
      if (kinds_.size() == 2 && first_word_ == "version" && !graph_) {
        refuse(0, kVersionFault);
        is_whole_ = true;
        return Step::complete;
      }
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

// Serd accepts "[] .", which the grammar forbids.
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

// Every statement of the graph repeats the name; [] would be a new node each time, so a label replaces it.
PlainTokens StatementSplitter::unnamed_graph() {
  PlainTokens plain;
  plain.append_own("GRAPH _:");
  plain.append_own(kGraphMark + std::to_string(++unnamed_graphs_));
  return plain;
}

StatementSplitter::Step StatementSplitter::open_graph(const Token& token) {
  if (!with_graphs_) return refuse(token.begin, "Turtle has no graphs; is it TriG?");
  if (graph_) return refuse(token.begin, "a graph within a graph");
  if (!brackets_.empty()) return refuse(token.begin, "a bracket is not closed before the \"{\"");
  const std::size_t tokens = kinds_.size();
  const bool is_unnamed =
      tokens >= 3 && kinds_[tokens - 2] == TokenKind::close_bracket && kinds_[tokens - 3] == TokenKind::open_bracket;
  if (is_unnamed && (tokens == 3 || (tokens == 4 && first_word_ == "graph"))) {
    plain_ = unnamed_graph();
  }
  plain_.append(token, rest());
  graph_ = plain_.text();
  kinds_.clear();
  return Step::more;
}

StatementSplitter::Step StatementSplitter::close_graph(const Token& token) {
  if (!graph_) return refuse(token.begin, "a \"}\" without a \"{\"");
  if (!brackets_.empty()) return refuse(token.begin, "a bracket is not closed before the \"}\"");
  if (kinds_.size() == 1) plain_.append_own(kAnyTriple);
  plain_.append(token, rest());
  graph_.reset();
  return is_lone_node() ? refuse(token.begin, "a subject without a predicate") : Step::complete;
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
    if (closes) graph_.reset();
    if (closes || last_character == '.' || line_end == std::string_view::npos) {
      size_ = std::max(size_, at + line.size());
      return;
    }
    at = line_end + 1;
  }
}

}  // namespace quadrille
