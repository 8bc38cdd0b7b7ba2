#include "loader/line_judge.hpp"

#include "loader/detail/serd_statement.hpp"
#include "loader/turtle_lexer.hpp"
#include "loader/utf8.hpp"

namespace quadrille {

namespace {

// Why a token of Turtle cannot be in a line; nullptr if it can.
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
      return "a word stands where only an IRI, a blank node or a literal can be";
    case TokenKind::number:
      return "numbers are written as strings with a datatype here";
    default:
      return "a character that is Turtle's";
  }
}

// The places of a line, in the order of the grammar: subject, predicate, object, graph name, ".".
class LinePlaces {
 public:
  explicit LinePlaces(bool with_graphs) : with_graphs_(with_graphs) {}

  // Why `kind` cannot stand here; nullptr if it can. Goes on to the next place.
  const char* take(TokenKind kind) {
    switch (expected_) {
      case Place::subject:
        if (!is_node(kind)) return subject_fault(kind);
        return go_on(Place::predicate);
      case Place::predicate:
        if (kind != TokenKind::iri) return "expected the predicate, an IRI";
        return go_on(Place::object);
      case Place::object:
        if (kind != TokenKind::string && !is_node(kind))
          return "expected the object: an IRI, a blank node or a literal";
        return go_on(kind == TokenKind::string ? Place::suffix : Place::graph);
      case Place::suffix:
        if (kind == TokenKind::type_marker) return go_on(Place::datatype);
        if (kind == TokenKind::at_word) return go_on(Place::graph);
        [[fallthrough]];
      case Place::graph:
        if (kind == TokenKind::dot) return go_on(Place::line_end);
        if (!is_node(kind)) return "expected \".\" at the end of the statement";
        if (!with_graphs_) return "N-Triples has no graphs; is it N-Quads?";
        return go_on(Place::dot);
      case Place::datatype:
        if (kind != TokenKind::iri) return "expected the datatype, an IRI, after \"^^\"";
        return go_on(Place::graph);
      case Place::dot:
        if (kind != TokenKind::dot) return "expected \".\" at the end of the statement";
        return go_on(Place::line_end);
      case Place::line_end:
        break;
    }
    return "expected the end of the line after \".\"";
  }

  bool is_empty() const { return expected_ == Place::subject; }
  bool is_complete() const { return expected_ == Place::line_end; }

 private:
  enum class Place : std::uint8_t { subject, predicate, object, suffix, datatype, graph, dot, line_end };

  static bool is_node(TokenKind kind) { return kind == TokenKind::iri || kind == TokenKind::blank_label; }
  static const char* subject_fault(TokenKind kind) {
    return kind == TokenKind::string ? "a literal cannot be a subject; expected an IRI or a blank node"
                                     : "expected the subject, an IRI or a blank node";
  }
  const char* go_on(Place next) {
    expected_ = next;
    return nullptr;
  }

  bool with_graphs_;
  Place expected_ = Place::subject;
};

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
  LinePlaces places(with_graphs_);
  for (Token token = next_token(line, 0, true); token.kind != TokenKind::end;
       token = next_token(line, token.end, true)) {
    const std::size_t where = token.kind == TokenKind::fault ? token.end : token.begin;
    if (places.is_complete()) return Fault{where, "expected the end of the line after \".\""};
    if (const char* fault = token_fault(token, line)) return Fault{where, fault};
    if (const char* fault = places.take(token.kind)) return Fault{where, fault};
    plain_.append(token, line);
  }
  if (!places.is_complete() && !places.is_empty()) {
    return Fault{line.size(), "expected \".\" at the end of the line"};
  }
  return serd_->read(plain_, places.is_empty() ? StatementContent::no_quads : StatementContent::quads);
}

std::optional<QuadView> LineJudge::quad() const {
  const detail::StatementQuads& quads = serd_->quads();
  if (quads.quads.empty()) return std::nullopt;
  return quads.view(quads.quads.front(), with_graphs_ ? std::nullopt : options_.graph_of_triples());
}

}  // namespace quadrille
