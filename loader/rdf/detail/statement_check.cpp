#include "loader/rdf/detail/statement_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/nearest.hpp"
#include "base/term.hpp"
#include "base/text.hpp"
#include "base/triple_term.hpp"
#include "base/well_known_prefixes.hpp"
#include "loader/rdf/statement_splitter.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille::detail {

namespace {

constexpr std::string_view kTurtleSubject = "a subject: an IRI in '<' and '>', a name such as ex:a, or a blank node";
constexpr std::string_view kVerb = "a predicate: an IRI, a name such as ex:a, or 'a'";
constexpr std::string_view kTurtleObject = "an object: an IRI, a name, a blank node or a literal";
constexpr std::string_view kTripleSubject = "a subject: an IRI, a name such as ex:a, or a blank node";
constexpr std::string_view kReifierName = "the reifier's name: an IRI, a name such as ex:a, or a blank node";
constexpr std::string_view kGraphName = "the graph's name: an IRI, a name such as ex:a, or a blank node";
constexpr std::string_view kGraphsAreTrig =
    "; graphs are TriG: give --format trig, or the file a name that ends with .trig";

constexpr const char* kLoneDot =
    "unexpected '.', there is no statement before it; PREFIX and BASE without '@' have no '.', nor has the '}' of a "
    "graph";

const std::vector<std::string> kObjectWords = {"true", "false"};
const std::vector<std::string> kVerbWords = {"a"};
constexpr std::string_view kSparql[] = {"select", "ask",  "construct", "describe", "insert", "delete",
                                        "with",   "load", "clear",     "drop",     "create"};

std::string directive_hint(const std::string& word) {
  const auto near = nearest(word, {"@prefix", "@base", "@version"});
  if (!near) return {};
  return to_lower(word) == *near ? ", in lower case" : fmt::format("; did you mean {}?", *near);
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

}  // namespace

StatementCheck::StatementCheck(std::string_view text, const DocumentNames& names, StatementPlace place)
    : text_(text), names_(names), place_(place), found_{text, {}, {}} {}

std::optional<Fault> StatementCheck::find() {
  if (advance()) statement();
  return fault_;
}

bool StatementCheck::advance() {
  found_.before = found_.token;
  found_.token = next_token(text_, found_.token.end, true);
  if (!is(TokenKind::fault)) return true;
  return refuse_at(found_.token.end, fault_words(found_));
}

bool StatementCheck::refuse_at(std::size_t offset, std::string reason) {
  if (!fault_) fault_ = Fault{offset, std::move(reason)};
  return false;
}

// At the end of the text, the fault is after the last token, not after the white space.
bool StatementCheck::refuse(std::string_view expected, std::string hint) {
  const std::size_t at = is(TokenKind::end) ? found_.before.end : found_.token.begin;
  return refuse_at(at, fmt::format("unexpected {}, expected {}{}", token_words(found_), expected, hint));
}

bool StatementCheck::is_word(std::string_view word) const {
  return is(TokenKind::word) && to_lower(found_.written()) == word;
}

// statement ::= directive | block, or a part of a graph's block.
bool StatementCheck::statement() {
  if (place_.in_graph) return graph_triples();
  if (is(TokenKind::at_word)) {
    const std::string word(found_.written());
    if (word == "@prefix") return prefix_directive(true);
    if (word == "@base") return base_directive(true);
    if (word == "@version") return version_directive(true);
    return refuse_at(found_.token.begin, fmt::format("unexpected {}; a directive is @prefix, @base or @version{}",
                                                     token_words(found_), directive_hint(word)));
  }
  if (is_word("prefix")) return prefix_directive(false);
  if (is_word("base")) return base_directive(false);
  if (is_word("version")) return version_directive(false);
  if (is_word("graph") && place_.with_graphs) return named_graph();
  return graph_or_triples();
}

bool StatementCheck::prefix_directive(bool with_dot) {
  const std::string_view form = with_dot ? "@prefix ex: <...> ." : "PREFIX ex: <...>";
  if (!advance()) return false;
  if (!is(TokenKind::prefixed_name)) {
    return refuse("a prefix such as 'ex:'", fmt::format("; a prefix ends with ':': {}", form));
  }
  if (!found_.written().ends_with(':') || found_.written().find(':') + 1 != found_.written().size()) {
    return refuse("a prefix such as 'ex:'", fmt::format("; nothing may follow its ':': {}", form));
  }
  if (const auto fault = prefixed_name_fault(found_.written())) {
    return refuse_at(found_.token.begin + fault->offset, fault->reason);
  }
  if (!advance()) return false;
  if (!is(TokenKind::iri)) return refuse("an IRI in '<' and '>'", fmt::format("; it is written {}", form));
  if (const auto fault = written_iri_fault(found_.written(), names_)) return refuse_at(found_.token.begin, *fault);
  return !with_dot || directive_end();
}

bool StatementCheck::base_directive(bool with_dot) {
  if (!advance()) return false;
  if (!is(TokenKind::iri)) {
    return refuse("an IRI in '<' and '>'",
                  fmt::format("; it is written {}", with_dot ? "@base <...> ." : "BASE <...>"));
  }
  if (const auto fault = written_iri_fault(found_.written(), names_)) return refuse_at(found_.token.begin, *fault);
  return !with_dot || directive_end();
}

bool StatementCheck::version_directive(bool with_dot) {
  if (!advance()) return false;
  const std::string_view written = found_.written();
  const bool is_long = written.starts_with(R"(""")") || written.starts_with("'''");
  if (!is(TokenKind::string) || is_long) {
    return refuse("a version in quotes, such as \"1.2\"",
                  fmt::format("; it is written {}", with_dot ? "@version \"1.2\" ." : "VERSION \"1.2\""));
  }
  return !with_dot || directive_end();
}

bool StatementCheck::directive_end() {
  if (!advance()) return false;
  if (is(TokenKind::dot)) return true;
  return refuse("'.'", "; @prefix, @base and @version end with '.'; PREFIX, BASE and VERSION do not");
}

// GRAPH name { ... }
bool StatementCheck::named_graph() {
  if (!advance()) return false;
  if (is(TokenKind::open_bracket)) {
    if (!advance()) return false;
    if (!is(TokenKind::close_bracket)) return refuse("']'", "; a graph's name cannot have properties");
    if (!advance()) return false;
  } else if (!node(kGraphName)) {
    return false;
  }
  return graph();
}

bool StatementCheck::graph_or_triples() {
  if (is(TokenKind::open_brace)) {
    if (place_.with_graphs) return graph();
    return refuse(kTurtleSubject, std::string(kGraphsAreTrig));
  }
  const bool may_be_name =
      is(TokenKind::iri) || is(TokenKind::prefixed_name) || is(TokenKind::blank_label) || is(TokenKind::open_bracket);
  bool needs_verb = true;
  if (!subject(needs_verb)) return false;
  if (is(TokenKind::open_brace) && may_be_name && needs_verb) {
    if (place_.with_graphs) return graph();
    return refuse(kVerb, std::string(kGraphsAreTrig));
  }
  return triples_after(needs_verb) && end_of_triples();
}

// From "{" on.
bool StatementCheck::graph() {
  if (!is(TokenKind::open_brace)) return refuse("'{'");
  return advance() && graph_triples();
}

// Matches a statement of a graph, or its end.
bool StatementCheck::graph_triples() {
  if (is(TokenKind::close_brace)) return true;
  bool needs_verb = true;
  if (is(TokenKind::at_word) || is_word("prefix") || is_word("base") || is_word("version")) {
    return refuse(kTurtleSubject, "; a directive cannot be in a graph");
  }
  if (is(TokenKind::open_brace)) return refuse(kTurtleSubject, "; a graph cannot be in a graph");
  if (is(TokenKind::end)) return refuse("'}'", "; the graph is not closed");
  if (!subject(needs_verb) || !triples_after(needs_verb)) return false;
  return is(TokenKind::close_brace) || end_of_triples();
}

bool StatementCheck::triples_after(bool needs_verb) {
  const bool ends = is(TokenKind::dot) || (is(TokenKind::close_brace) && place_.with_graphs);
  return (!needs_verb && ends) || predicates();
}

// Matches the "." of a statement.
bool StatementCheck::end_of_triples() {
  if (is(TokenKind::dot)) return true;
  if (is(TokenKind::open_brace)) return refuse("',', ';' or '.'", "; only a graph's name can precede '{'");
  if (is(TokenKind::close_brace)) return refuse("',', ';' or '.'", "; it has no matching '{'");
  return refuse("',', ';' or '.'", hint());
}

bool StatementCheck::subject(bool& needs_verb) {
  needs_verb = true;
  if (is(TokenKind::open_bracket)) {
    bool is_empty = false;
    if (!bracketed(is_empty)) return false;
    needs_verb = is_empty;
    return true;
  }
  if (is(TokenKind::open_parenthesis)) return list();
  if (is(TokenKind::open_reified)) {
    needs_verb = false;
    return reified_triple();
  }
  if (is_literal(found_.token.kind)) return refuse(kTurtleSubject, not_a_literal("a subject"));
  if (is(TokenKind::dot)) return refuse_at(found_.token.begin, kLoneDot);
  if (is(TokenKind::iri) || is(TokenKind::prefixed_name) || is(TokenKind::blank_label)) return node(kTurtleSubject);
  return refuse(kTurtleSubject, subject_hint());
}

std::string StatementCheck::subject_hint() const {
  if (is(TokenKind::close_brace)) return "; it has no matching '{'";
  if (is(TokenKind::close_bracket) || is(TokenKind::close_parenthesis)) return "; it has no matching bracket";
  if (is(TokenKind::semicolon) || is(TokenKind::comma)) return "; is the '.' before it superfluous?";
  if (is(TokenKind::open_triple)) return "; a triple term can only be an object; as a subject, write << ... >>";
  if (!is(TokenKind::word)) return {};
  const std::string word = to_lower(found_.written());
  if (word == "true" || word == "false") return not_a_literal("a subject");
  if (word == "graph") return std::string(kGraphsAreTrig);
  if (std::find(std::begin(kSparql), std::end(kSparql), word) != std::end(kSparql)) {
    return fmt::format("; {} is SPARQL, not data", upper(word));
  }
  return word_hint(found_.written(), {"PREFIX", "BASE"});
}

std::string StatementCheck::not_a_literal(std::string_view what) const {
  return fmt::format("; a literal cannot be {}, only an object", what);
}

// Matches an IRI, a name or a blank node, and moves to its end.
bool StatementCheck::node(std::string_view expected) {
  if (is(TokenKind::iri)) return iri();
  if (is(TokenKind::prefixed_name)) return name();
  if (is(TokenKind::blank_label)) return label();
  return refuse(expected, is_literal(found_.token.kind) ? "; a literal can only be an object" : hint());
}

bool StatementCheck::iri() {
  const std::optional<std::string> fault = written_iri_fault(found_.written(), names_);
  return fault ? refuse_at(found_.token.begin, *fault) : advance();
}

bool StatementCheck::name() {
  const std::string_view written = found_.written();
  if (const auto fault = prefixed_name_fault(written)) {
    return refuse_at(found_.token.begin + fault->offset, fault->reason);
  }
  const std::string_view prefix = written.substr(0, written.find(':'));
  if (names_.find_prefix(prefix) != nullptr) return advance();
  return refuse_at(found_.token.begin, undeclared(prefix));
}

std::string StatementCheck::undeclared(std::string_view prefix) const {
  std::string reason = fmt::format("the prefix '{}:' is not declared; ", prefix);
  if (text_.substr(found_.token.end).starts_with("//")) {
    return fmt::format("unexpected '{}', an IRI is written in '<' and '>': <{}//...>", found_.written(),
                       found_.written());
  }
  if (prefix == "urn" || prefix == "mailto") {
    return fmt::format("unexpected '{}', an IRI is written in '<' and '>': <{}>", found_.written(), found_.written());
  }
  if (prefix == "prefix") return reason + "if this declares one, its name is missing: prefix ex: <...>";
  if (const auto near = nearest(prefix, names_.prefixes())) return reason + fmt::format("did you mean '{}:'?", *near);
  std::string_view iri = "...";
  for (const WellKnownPrefix& known : well_known_prefixes()) {
    if (known.prefix == prefix) {
      iri = known.iri;
      break;
    }
  }
  return reason + fmt::format("write @prefix {}: <{}> . in front", prefix, iri);
}

bool StatementCheck::label() {
  if (const auto fault = blank_node_fault(found_.written())) {
    return refuse_at(found_.token.begin + fault->offset, fault->reason);
  }
  return advance();
}

// predicateObjectList: at a verb.
bool StatementCheck::predicates() {
  for (;;) {
    if (!verb() || !objects()) return false;
    if (!is(TokenKind::semicolon)) return true;
    while (is(TokenKind::semicolon)) {
      if (!advance()) return false;
    }
    const bool ends = is(TokenKind::dot) || is(TokenKind::close_bracket) || is(TokenKind::close_brace) ||
                      is(TokenKind::close_annotation);
    if (ends) return true;
  }
}

bool StatementCheck::verb() {
  if (is(TokenKind::word) && found_.written() == "a") return advance();
  if (is(TokenKind::iri) || is(TokenKind::prefixed_name)) return node(kVerb);
  if (is_literal(found_.token.kind)) return refuse(kVerb, not_a_literal("a predicate"));
  if (is(TokenKind::blank_label) || is(TokenKind::open_bracket)) {
    return refuse(kVerb, "; a blank node cannot be a predicate");
  }
  if (is(TokenKind::open_triple) || is(TokenKind::open_reified)) {
    return refuse(kVerb, "; a triple cannot be a predicate");
  }
  if (!is(TokenKind::word)) return refuse(kVerb, hint());
  const std::string word = to_lower(found_.written());
  if (word == "a") return refuse(kVerb, "; it is written 'a', in lower case");
  if (word == "is" || word == "has") return refuse(kVerb, "; it is Notation3, which is not Turtle");
  return refuse(kVerb,
                word == "true" || word == "false" ? not_a_literal("a predicate") : word_hint(found_.written(), {}));
}

bool StatementCheck::objects() {
  for (;;) {
    const bool is_term = is(TokenKind::open_triple);
    deepest_ = 0;
    if (!object()) return false;
    const bool is_annotated = is(TokenKind::tilde) || is(TokenKind::open_annotation);
    if (is_annotated && is_term && deepest_ == kMostNestedTriples) return refuse_depth();
    if (!annotations()) return false;
    if (!is(TokenKind::comma)) return true;
    if (!advance()) return false;
  }
}

bool StatementCheck::annotations() {
  for (;;) {
    if (is(TokenKind::tilde)) {
      if (!reifier()) return false;
    } else if (is(TokenKind::open_annotation)) {
      if (!annotation_block()) return false;
    } else {
      return true;
    }
  }
}

// From "{|" to the end of "|}".
bool StatementCheck::annotation_block() {
  open_.push_back(found_.token.begin);
  if (!advance()) return false;
  if (is(TokenKind::close_annotation)) return refuse(kVerb, "; '{| |}' holds predicates and objects");
  if (!predicates()) return false;
  if (!is(TokenKind::close_annotation)) return refuse("',', ';' or '|}'", hint());
  open_.pop_back();
  return advance();
}

// From "~" to the end of the name, if it has one.
bool StatementCheck::reifier() {
  if (!advance()) return false;
  if (is(TokenKind::open_bracket)) return anonymous_node();
  if (is_literal(found_.token.kind)) return refuse(kReifierName, "; a literal cannot name a triple");
  const bool is_named = is(TokenKind::iri) || is(TokenKind::prefixed_name) || is(TokenKind::blank_label);
  return !is_named || node(kReifierName);
}

// From "<<(" to the end of ")>>".
bool StatementCheck::triple_term() {
  return open_triple() && components(true) && close_triple(TokenKind::close_triple, "')>>'");
}

// From "<<" to the end of ">>".
bool StatementCheck::reified_triple() {
  if (!open_triple() || !components(false)) return false;
  if (!is(TokenKind::tilde)) return close_triple(TokenKind::close_reified, "'~' or '>>'");
  return reifier() && close_triple(TokenKind::close_reified, "'>>'");
}

bool StatementCheck::open_triple() {
  if (triples_ == kMostNestedTriples) return refuse_depth();
  deepest_ = std::max(deepest_, ++triples_);
  open_.push_back(found_.token.begin);
  return advance();
}

bool StatementCheck::refuse_depth() {
  return refuse_at(found_.token.begin, deep_triples_fault());
}

bool StatementCheck::close_triple(TokenKind closing, std::string_view expected) {
  if (!is(closing)) return refuse(expected, open_bracket_hint());
  --triples_;
  open_.pop_back();
  return advance();
}

// The terms within a triple; `is_term`: of "<<(".
bool StatementCheck::components(bool is_term) {
  return component_subject(is_term) && verb() && component_object(is_term);
}

bool StatementCheck::component_subject(bool is_term) {
  if (is(TokenKind::open_bracket)) return anonymous_node();
  if (is(TokenKind::open_reified) && !is_term) return reified_triple();
  if (is_literal(found_.token.kind)) return refuse(kTripleSubject, not_a_literal("a subject"));
  if (is(TokenKind::open_triple) || is(TokenKind::open_reified)) {
    return refuse(kTripleSubject, "; within '<<( )>>', a triple term can only be the object");
  }
  if (is(TokenKind::open_parenthesis)) return refuse(kTripleSubject, "; a list cannot be within a triple");
  return node(kTripleSubject);
}

bool StatementCheck::component_object(bool is_term) {
  if (is(TokenKind::open_bracket)) return anonymous_node();
  if (is(TokenKind::open_parenthesis)) return refuse(kTurtleObject, "; a list cannot be within a triple");
  if (is(TokenKind::open_reified) && is_term) {
    return refuse(kTurtleObject, "; within '<<( )>>', a triple is written <<( ... )>>");
  }
  return object();
}

// "[]" where properties are not allowed.
bool StatementCheck::anonymous_node() {
  if (!advance()) return false;
  return is(TokenKind::close_bracket) ? advance() : refuse("']'", "; here a blank node cannot have properties");
}

bool StatementCheck::object() {
  bool is_empty = false;
  switch (found_.token.kind) {
    case TokenKind::open_bracket:
      return bracketed(is_empty);
    case TokenKind::open_parenthesis:
      return list();
    case TokenKind::open_triple:
      return triple_term();
    case TokenKind::open_reified:
      return reified_triple();
    case TokenKind::string:
      return literal();
    case TokenKind::number:
      return advance();
    case TokenKind::iri:
    case TokenKind::prefixed_name:
    case TokenKind::blank_label:
      return node(kTurtleObject);
    case TokenKind::word: {
      const std::string_view word = found_.written();
      if (word == "true" || word == "false") return advance();
      return refuse(kTurtleObject, word_hint(word, kObjectWords));
    }
    case TokenKind::open_brace:
      return refuse(kTurtleObject, place_.with_graphs ? "; a graph must follow its name, outside triples"
                                                      : "; formulas are Notation3, which is not Turtle");
    case TokenKind::at_word:
      return refuse(kTurtleObject, "; a language tag must follow a string in quotes");
    case TokenKind::type_marker:
      return refuse(kTurtleObject, "; a datatype must follow a string in quotes");
    default:
      return refuse(kTurtleObject, open_bracket_hint());
  }
}

bool StatementCheck::literal() {
  if (!advance()) return false;
  if (is(TokenKind::at_word)) {
    if (found_.written() == "@") return refuse("a language tag such as @en");
    const char* const fault = language_fault(found_.written().substr(1));
    return fault ? refuse_at(found_.token.begin, fault) : advance();
  }
  if (!is(TokenKind::type_marker)) return true;
  if (!advance()) return false;
  if (!is(TokenKind::iri) && !is(TokenKind::prefixed_name)) {
    return refuse("a datatype: an IRI, or a name such as xsd:date");
  }
  const char* const fault = written_datatype_fault(found_.written(), names_);
  return fault ? refuse_at(found_.token.begin, fault) : node("a datatype");
}

// From "[" to the end of "]".
bool StatementCheck::bracketed(bool& is_empty) {
  if (open_.size() >= kDeepestNesting) return false;
  open_.push_back(found_.token.begin);
  if (!advance()) return false;
  is_empty = is(TokenKind::close_bracket);
  if (!is_empty && !predicates()) return false;
  if (!is(TokenKind::close_bracket)) return refuse("',', ';' or ']'", hint());
  open_.pop_back();
  return advance();
}

bool StatementCheck::list() {
  if (open_.size() >= kDeepestNesting) return false;
  open_.push_back(found_.token.begin);
  if (!advance()) return false;
  while (!is(TokenKind::close_parenthesis)) {
    if (is(TokenKind::comma)) return refuse("an object or ')'", "; only white space separates the elements of a list");
    if (is(TokenKind::tilde) || is(TokenKind::open_annotation)) {
      return refuse("an object or ')'", "; the elements of a list cannot have annotations");
    }
    const bool ends = is(TokenKind::dot) || is(TokenKind::semicolon) || is(TokenKind::end) ||
                      is(TokenKind::close_bracket) || is(TokenKind::close_brace) || is(TokenKind::close_annotation);
    if (ends) return refuse("an object or ')'", open_bracket_hint());
    if (!object()) return false;
  }
  open_.pop_back();
  return advance();
}

std::string StatementCheck::open_bracket_hint() const {
  if (open_.empty()) return {};
  const Token open = next_token(text_, open_.back(), true);
  return fmt::format("; the '{}' of {} is not closed", text_.substr(open.begin, open.end - open.begin),
                     where(open_.back()));
}

// Advice for a place where a statement could continue or end.
std::string StatementCheck::hint() const {
  const TokenKind before = found_.before.kind;
  if (std::string touching = touching_hint(found_); !touching.empty()) return touching;
  if (is(TokenKind::end)) return open_.empty() ? "; every statement ends with '.'" : open_bracket_hint();
  if (is(TokenKind::at_word) && before != TokenKind::string) {
    const bool is_directive = found_.written() == "@prefix" || found_.written() == "@base";
    if (!is_directive) return "; a language tag must follow a string in quotes";
  }
  if (is(TokenKind::type_marker)) return "; a datatype must follow a string in quotes";
  if (!open_.empty()) return open_bracket_hint();
  if (is(TokenKind::close_bracket) || is(TokenKind::close_parenthesis)) return "; it has no matching bracket";
  if (is(TokenKind::close_annotation)) return "; it has no matching '{|'";
  if (is(TokenKind::close_reified)) return "; it has no matching '<<'";
  if (is(TokenKind::close_triple)) return "; it has no matching '<<('";
  if (found_.is_on_new_line()) return fmt::format("; is '.' or ';' missing at {}?", where(found_.before.end));
  return is(TokenKind::word) ? word_hint(found_.written(), {}) : std::string();
}

std::string StatementCheck::where(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const std::string_view line = lines == 0 ? before : before.substr(before.rfind('\n') + 1);
  const std::uint64_t column = (lines == 0 ? place_.column : 1) + count_characters(line);
  return fmt::format("line {}, column {}", place_.line + lines, column);
}

}  // namespace quadrille::detail
