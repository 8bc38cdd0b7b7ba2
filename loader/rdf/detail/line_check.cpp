#include "loader/rdf/detail/line_check.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/term.hpp"
#include "base/text.hpp"
#include "base/triple_term.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille::detail {

namespace {

constexpr std::string_view kSubject = "a subject: an IRI in '<' and '>', or a blank node";
constexpr std::string_view kPredicate = "a predicate: an IRI in '<' and '>'";
constexpr std::string_view kObject = "an object: an IRI in '<' and '>', a blank node, or a string in double quotes";
constexpr std::string_view kIsItTurtle = "; is it Turtle? Give --format turtle, or the file a name that ends with .ttl";
constexpr std::string_view kIsRdfStar =
    "; '<< >>' in lines is RDF-star of older systems, which 'quadrille build --rdf-star' reads; RDF 1.2 writes "
    "<<( ... )>>, as an object";
constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

}  // namespace

std::optional<Fault> LineCheck::find() {
  if (advance() && !is(TokenKind::end)) statement();
  return fault_;
}

bool LineCheck::advance() {
  found_.before = found_.token;
  found_.token = next_token(found_.text, found_.token.end, true);
  if (!is(TokenKind::fault)) return true;
  return refuse_at(found_.token.end, fault_words(found_, true));
}

bool LineCheck::refuse_at(std::size_t offset, std::string reason) {
  fault_ = Fault{offset, std::move(reason)};
  return false;
}

bool LineCheck::refuse(std::string_view expected, const std::string& hint) {
  const std::size_t at = is(TokenKind::end) ? found_.before.end : found_.token.begin;
  return refuse_at(at, fmt::format("unexpected {}, expected {}{}", token_words(found_, "line"), expected, hint));
}

bool LineCheck::statement() {
  if (is(TokenKind::word) && to_lower(found_.written()) == "version") return version();
  return subject() && predicate() && object() && graph() && dot();
}

// VERSION "1.2"
bool LineCheck::version() {
  if (!advance()) return false;
  const std::string_view written = found_.written();
  if (!is(TokenKind::string) || written.starts_with('\'') || written.starts_with(R"(""")")) {
    return refuse("a version in double quotes", "; it is written VERSION \"1.2\"");
  }
  return advance() && end();
}

bool LineCheck::subject() {
  if (is_literal(found_.token.kind)) return refuse(kSubject, "; a literal cannot be a subject, only an object");
  if (is(TokenKind::at_word)) return refuse(kSubject, std::string(kIsItTurtle));
  if (is(TokenKind::open_triple)) return refuse(kSubject, "; a triple term can only be an object");
  if (!is(TokenKind::iri) && !is(TokenKind::blank_label)) return refuse(kSubject, hint());
  return node();
}

bool LineCheck::predicate() {
  if (is_literal(found_.token.kind)) return refuse(kPredicate, "; a literal cannot be a predicate, only an object");
  if (is(TokenKind::blank_label)) return refuse(kPredicate, "; a blank node cannot be a predicate");
  if (is(TokenKind::word) && found_.written() == "a") {
    return refuse(kPredicate, fmt::format("; 'a' is Turtle, here it is written <{}>", kType));
  }
  if (is(TokenKind::open_triple)) return refuse(kPredicate, "; a triple term can only be an object");
  return is(TokenKind::iri) ? iri() : refuse(kPredicate, hint());
}

bool LineCheck::iri() {
  const std::optional<std::string> fault = written_iri_fault(found_.written(), names_);
  return fault ? refuse_at(found_.token.begin, *fault) : advance();
}

// Matches an IRI or a blank node, and moves to its end.
bool LineCheck::node() {
  if (is(TokenKind::iri)) return iri();
  const auto fault = blank_node_fault(found_.written());
  return fault ? refuse_at(found_.token.begin + fault->offset, fault->reason) : advance();
}

std::string LineCheck::typed(std::string_view datatype) const {
  return fmt::format("; it is written \"{}\"^^<http://www.w3.org/2001/XMLSchema#{}>", found_.written(), datatype);
}

bool LineCheck::object() {
  if (is(TokenKind::string)) return literal();
  if (is(TokenKind::iri) || is(TokenKind::blank_label)) return node();
  if (is(TokenKind::open_triple)) return triple(1);
  if (is(TokenKind::number)) {
    const std::string_view number = found_.written();
    const bool is_double = number.find_first_of("eE") != std::string_view::npos;
    const bool is_decimal = number.find('.') != std::string_view::npos;
    return refuse(kObject, typed(is_double ? "double" : is_decimal ? "decimal" : "integer"));
  }
  const bool is_boolean = is(TokenKind::word) && (found_.written() == "true" || found_.written() == "false");
  return refuse(kObject, is_boolean ? typed("boolean") : hint());
}

// From "<<(" to the end of ")>>".
bool LineCheck::triple(int depth) {
  if (depth > kMostNestedTriples) return refuse_at(found_.token.begin, deep_triples_fault());
  if (!advance() || !subject() || !predicate()) return false;
  if (!(is(TokenKind::open_triple) ? triple(depth + 1) : object())) return false;
  return is(TokenKind::close_triple) ? advance()
                                     : refuse("')>>'", "; a triple term is written <<( subject predicate object )>>");
}

bool LineCheck::literal() {
  const std::string_view written = found_.written();
  if (written.starts_with('\'') || written.starts_with(R"(""")")) {
    return refuse(kObject, written.starts_with('\'') ? "; strings are in double quotes here"
                                                     : "; strings are in single double quotes here");
  }
  if (!advance()) return false;
  if (is(TokenKind::at_word)) {
    if (found_.written() == "@") return refuse("a language tag such as @en", {});
    const char* const fault = language_fault(found_.written().substr(1));
    return fault ? refuse_at(found_.token.begin, fault) : advance();
  }
  if (!is(TokenKind::type_marker)) return true;
  if (!advance()) return false;
  if (!is(TokenKind::iri)) return refuse("a datatype: an IRI in '<' and '>'", hint());
  const char* const fault = written_datatype_fault(found_.written(), names_);
  return fault ? refuse_at(found_.token.begin, fault) : iri();
}

bool LineCheck::graph() {
  const bool is_name = is(TokenKind::iri) || is(TokenKind::blank_label);
  if (is_name && with_graphs_) return node();
  if (is_name) {
    return refuse("'.'",
                  "; N-Triples has no graphs: is it N-Quads? Give --format nquads, or the file a name that "
                  "ends with .nq");
  }
  if (is_literal(found_.token.kind) && with_graphs_) {
    return refuse("the graph's name or '.'", "; a literal cannot be the name of a graph");
  }
  return true;
}

bool LineCheck::dot() {
  if (!is(TokenKind::dot)) {
    const std::string touching = touching_hint(found_);
    return refuse(graph_or_dot(), !touching.empty()    ? touching
                                  : is(TokenKind::end) ? "; every line ends with '.'"
                                                       : hint());
  }
  return advance() && end();
}

bool LineCheck::end() {
  return is(TokenKind::end) || refuse("the end of the line", "; a line holds one statement");
}

std::string LineCheck::hint() const {
  switch (found_.token.kind) {
    case TokenKind::prefixed_name:
      if (found_.text.substr(found_.token.end).starts_with("//")) {
        return fmt::format("; an IRI is written in '<' and '>': <{}//...>", found_.written());
      }
      return "; prefixed names are Turtle, here IRIs are written out";
    case TokenKind::at_word:
      return "; a language tag must follow a string in quotes";
    case TokenKind::type_marker:
      return "; a datatype must follow a string in quotes";
    case TokenKind::semicolon:
    case TokenKind::comma:
    case TokenKind::open_bracket:
    case TokenKind::open_parenthesis:
    case TokenKind::open_brace:
    case TokenKind::open_annotation:
    case TokenKind::tilde:
      return std::string(kIsItTurtle);
    case TokenKind::open_reified:
      return std::string(kIsRdfStar);
    case TokenKind::word:
      return "; an IRI is in '<' and '>', a string in double quotes";
    default:
      return {};
  }
}

}  // namespace quadrille::detail
