#include "loader/rdf/line_judge.hpp"

#include "base/text.hpp"
#include "loader/rdf/detail/serd_statement.hpp"
#include "loader/rdf/turtle_lexer.hpp"

namespace quadrille {

namespace {

// Returns why a token of Turtle cannot occur in a line; nullptr if it can.
const char* token_fault(const Token& token, std::string_view line) {
  const std::string_view written = line.substr(token.begin, token.end - token.begin);
  switch (token.kind) {
    case TokenKind::iri:
    case TokenKind::blank_label:
    case TokenKind::at_word:
    case TokenKind::type_marker:
    case TokenKind::dot:
      return nullptr;
    case TokenKind::string:
      if (written.front() == '\'') return "strings are in double quotes here";
      return written.starts_with("\"\"\"") ? "strings are in single double quotes here" : nullptr;
    case TokenKind::fault:
      return token.reason;
    case TokenKind::prefixed_name:
      return "prefixed names are Turtle; here IRIs are written out, in <>";
    case TokenKind::word:
      return "a word where only an IRI, a blank node or a literal is allowed";
    case TokenKind::number:
      return "numbers are written as strings with a datatype here";
    default:
      return "a character of Turtle syntax";
  }
}

}  // namespace

LineJudge::LineJudge(Syntax syntax, const ReadOptions& options)
    : with_graphs_(syntax == Syntax::nquads),
      options_(options),
      names_(options.base, false),
      serd_(std::make_unique<detail::SerdStatement>(SERD_NQUADS, names_)) {}

LineJudge::~LineJudge() = default;

std::optional<Fault> LineJudge::judge(std::string_view line) {
  plain_.clear();
  if (const std::size_t valid = valid_utf8_prefix(line); valid != line.size()) return Fault{valid, "not UTF-8"};
  bool is_complete = false;
  for (Token token = next_token(line, 0, true); token.kind != TokenKind::end;
       token = next_token(line, token.end, true)) {
    const std::size_t where = token.kind == TokenKind::fault ? token.end : token.begin;
    if (is_complete) return Fault{where, "expected the end of the line after \".\""};
    if (const char* fault = token_fault(token, line)) return Fault{where, fault};
    is_complete = token.kind == TokenKind::dot;
    plain_.append(token, line);
  }
  const bool is_empty = plain_.text().empty();
  if (!is_complete && !is_empty) return Fault{line.size(), "expected \".\" at the end of the line"};
  std::optional<Fault> fault = serd_->read(plain_, is_empty ? StatementContent::no_quads : StatementContent::quads);
  if (!fault && !with_graphs_ && quad() && serd_->quads().quads.front().graph) {
    return Fault{0, "N-Triples has no graphs; is it N-Quads?"};
  }
  return fault;
}

std::optional<QuadView> LineJudge::quad() const {
  const detail::StatementQuads& quads = serd_->quads();
  if (quads.quads.empty()) return std::nullopt;
  return quads.view(quads.quads.front(), with_graphs_ ? std::nullopt : options_.graph_of_triples());
}

}  // namespace quadrille
