#include "loader/rdf/statement_scanner.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "base/triple_term.hpp"
#include "loader/rdf/blank_labels.hpp"
#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/detail/plain_parts.hpp"
#include "loader/rdf/quoted_triple.hpp"
#include "loader/rdf/statement_splitter.hpp"

namespace quadrille {

namespace {

using detail::begins_triple;
using detail::begins_with;
using detail::is_digit;
using detail::kTripleBegin;
using detail::kTripleEnd;
using detail::skip_space;

// A statement that is refused this close to the end of the text may be right with more text. No token needs a longer
// look-ahead.
constexpr std::ptrdiff_t kLookAhead = 64;
// The bytes after a dot that show that it does not belong to a number: 1.e+5
constexpr std::ptrdiff_t kAfterDot = 3;

// In the labels of graphs named [], which no document contains (blank_labels.hpp).
constexpr char kGraphMark = 'g';

bool begins_reified(const char* at) {
  return at[0] == '<' && at[1] == '<' && at[2] != '(';
}
bool begins_graph(const char* at) {
  return at[0] == '{' && at[1] != '|';
}
bool begins_block(const char* at) {
  return at[0] == '{' && at[1] == '|';
}

const char* skip_graph_word(const char* at) {
  return detail::skip_word(at, "graph");
}

// A token whose meaning does not depend on its place, nor its term: `term` points into it, and a space ends it.
std::string_view lasting_token(const char* begin, const char* end, const TermView& term) {
  const bool is_written = term.text.data() >= begin && term.text.data() < end;
  return is_written && *end == ' ' ? std::string_view(begin, static_cast<std::size_t>(end + 1 - begin))
                                   : std::string_view();
}

}  // namespace

StatementScanner::StatementScanner(bool with_graphs, const detail::DocumentNames& names,
                                   std::optional<TermView> default_graph, bool rdf_star)
    : with_graphs_(with_graphs),
      rdf_star_(rdf_star),
      default_graph_(default_graph),
      terms_(names),
      graph_(default_graph) {}

void StatementScanner::set_graph(bool in_graph, std::optional<TermView> name) {
  in_graph_ = in_graph;
  graph_ = default_graph_;
  if (!name) return;
  graph_name_ = name->text;
  graph_ = TermView{name->kind, graph_name_, {}, {}};
}

void StatementScanner::open_graph(StatementWindow& window) {
  const std::string_view text = window.rest();
  terms_.set_end(text.data() + text.size());
  const char* const behind = graph_header(skip_space(text.data()));
  if (behind != nullptr && !window.is_valid_utf8(static_cast<std::size_t>(behind - text.data()))) leave_graph();
}

void StatementScanner::forget() {
  subject_.token = predicate_.token = {};
  subject_.last = predicate_.last = {};
}

bool StatementScanner::scan(StatementWindow& window) {
  Outcome outcome = scan_text(window);
  while (outcome == Outcome::incomplete) {
    window.refill();
    outcome = scan_text(window);
  }
  return outcome == Outcome::taken;
}

StatementScanner::Outcome StatementScanner::scan_text(StatementWindow& window) {
  const std::string_view text = window.rest();
  end_ = text.data() + text.size();
  terms_.set_end(end_);
  terms_.clear();
  quads_.clear();
  closes_graph_ = false;
  const bool was_in_graph = in_graph_;
  const Numbers numbers_before = numbers_;
  const char* const begin = skip_space(text.data());
  const char* const at = statement(begin);
  const bool is_seen = at != nullptr && end_ - at >= (window.is_all() ? 0 : kAfterDot);
  size_ = at == nullptr ? 0 : static_cast<std::size_t>(at - text.data());
  if (is_seen && is_utf8(window, static_cast<std::size_t>(begin - text.data()))) {
    if (closes_graph_) leave_graph();
    keep_what_lasts();
    return Outcome::taken;
  }
  forget();
  if (!was_in_graph && in_graph_) leave_graph();
  numbers_ = numbers_before;
  const char* const stopped = at != nullptr ? at : terms_.stopped_at();
  return !window.is_all() && end_ - stopped < kLookAhead ? Outcome::incomplete : Outcome::refused;
}

// The comments before the statement, in the first `space` bytes, may be in another encoding.
bool StatementScanner::is_utf8(StatementWindow& window, std::size_t space) {
  if (window.is_valid_utf8(size_)) return true;
  window.advance(space);
  size_ -= space;
  return window.is_valid_utf8(size_);
}

// Keeps those texts of the last quad that stay in memory, so that an equal subject or predicate is recognised.
void StatementScanner::keep_what_lasts() {
  if (subject_.token.empty() || subject_.last.data() != subject_.term.text.data()) subject_.last = {};
  if (predicate_.last.data() == iri::kRdfType.data() || predicate_.last.data() == iri::kRdfReifies.data()) return;
  if (predicate_.token.empty() || predicate_.last.data() != predicate_.term.text.data()) predicate_.last = {};
}

const char* StatementScanner::statement(const char* at) {
  if (with_graphs_ && !in_graph_) {
    const char* const behind = graph_header(at);
    if (behind == nullptr && skip_graph_word(at) != nullptr) return nullptr;
    if (behind != nullptr) at = skip_space(behind);
  }
  if (in_graph_ && *at == '}') return end_of_statement(at);
  return triples(at);
}

// Skips the "{" of a graph that begins at `at`, if one does; otherwise returns nullptr.
const char* StatementScanner::graph_header(const char* at) {
  if (begins_graph(at)) {
    set_graph(true, std::nullopt);
    return at + 1;
  }
  const char* const behind = skip_graph_word(at);
  if (behind != nullptr) at = skip_space(behind);
  if (*at == '[') return unnamed_graph(at);
  TermView name;
  if (!(at = terms_.node(at, name))) return nullptr;
  at = skip_space(at);
  if (!begins_graph(at)) return refuse(at);
  set_graph(true, name);
  return at + 1;
}

// The same for a graph named [].
const char* StatementScanner::unnamed_graph(const char* at) {
  at = skip_space(at + 1);
  if (*at != ']') return refuse(at);
  at = skip_space(at + 1);
  if (!begins_graph(at)) return refuse(at);
  const std::string label = fmt::format("{}{}{}", kAnonymousLabel, kGraphMark, ++numbers_.unnamed_graphs);
  set_graph(true, TermView::blank(label));
  return at + 1;
}

const char* StatementScanner::triples(const char* at) {
  TermView subject;
  if (*at == '[') {
    subject = new_node();
    const char* const inside = skip_space(at + 1);
    const bool is_empty = *inside == ']';
    if (!(at = properties(at, subject, 1))) return nullptr;
    at = skip_space(at);
    if (!is_empty && (*at == '.' || *at == '}')) return end_of_statement(at);
  } else if (*at == '(') {
    subject = *skip_space(at + 1) == ')' ? TermView::iri(iri::kRdfNil) : new_node();
    if (!(at = elements(at, subject, 1))) return nullptr;
  } else if (begins_reified(at)) {
    if (!(at = reified(at, subject, 1))) return nullptr;
    at = skip_space(at);
    if (*at == '.' || *at == '}') return end_of_statement(at);
  } else if (!(at = first_subject(at, subject))) {
    return nullptr;
  }
  if (!(at = predicates(skip_space(at), subject, 0))) return nullptr;
  return end_of_statement(at);
}

// Recognises a subject that is written as in the previous statement.
const char* StatementScanner::first_subject(const char* at, TermView& subject) {
  const char* const begin = at;
  if (begins_with(at, end_, subject_.token)) {
    at += subject_.token.size();
  } else {
    if (!(at = terms_.node(at, subject_.term))) return nullptr;
    subject_.token = lasting_token(begin, at, subject_.term);
  }
  subject = subject_.term;
  return at;
}

const char* StatementScanner::first_verb(const char* at, TermView& verb) {
  const char* const begin = at;
  if (begins_with(at, end_, predicate_.token)) {
    at += predicate_.token.size();
  } else {
    if (!(at = terms_.verb(at, predicate_.term))) return nullptr;
    predicate_.token = lasting_token(begin, at, predicate_.term);
  }
  verb = predicate_.term;
  return at;
}

// Scans up to the token after the predicates: ".", "]", "}" or "|}".
const char* StatementScanner::predicates(const char* at, const TermView& subject, int depth) {
  for (;;) {
    TermView verb;
    if (!(at = quads_.empty() ? first_verb(at, verb) : terms_.verb(at, verb))) return nullptr;
    if (!(at = objects(skip_space(at), subject, verb, depth))) return nullptr;
    if (*at != ';') return at;
    while (*at == ';') at = skip_space(at + 1);
    if (*at == '.' || *at == ']' || *at == '}' || *at == '|') return at;
  }
}

const char* StatementScanner::objects(const char* at, const TermView& subject, const TermView& predicate, int depth) {
  for (;;) {
    TermView term;
    if (!(at = object(at, subject, predicate, depth, term))) return nullptr;
    at = skip_space(at);
    if (*at == '~' || begins_block(at)) {
      QuadView quad;
      quad.subject = subject;
      quad.predicate = predicate;
      quad.object = term;
      if (!(at = annotations(at, quad, depth))) return nullptr;
    }
    if (*at != ',') return at;
    at = skip_space(at + 1);
  }
}

// Scans an object, and returns its term: of "[" and "(", the node.
const char* StatementScanner::object(const char* at, const TermView& subject, const TermView& predicate, int depth,
                                     TermView& term) {
  if (*at == '[') {
    term = new_node();
    add(subject, predicate, term);
    return properties(at, term, depth + 1);
  }
  if (*at == '(') {
    const bool is_empty = *skip_space(at + 1) == ')';
    term = is_empty ? TermView::iri(iri::kRdfNil) : new_node();
    add(subject, predicate, term);
    return elements(at, term, depth + 1);
  }
  const char* behind = terms_.object(at, term);
  if (behind == nullptr && *at == '<') behind = triple_or_reified(at, term, 1);  // no other term begins with "<<"
  if (behind != nullptr) add(subject, predicate, term);
  return behind;
}

const char* StatementScanner::triple_or_reified(const char* at, TermView& term, int depth) {
  if (begins_reified(at)) return reified(at, term, depth);
  if (!begins_triple(at)) return nullptr;
  triple_.clear();
  if (!(at = triple(at, depth))) return nullptr;
  term = TermView::triple(terms_.bytes().take(triple_));
  return at;
}

// Scans reifiers and blocks from `at`, to the token after them. A block is about the reifier before it, otherwise about
// a new one.
const char* StatementScanner::annotations(const char* at, const QuadView& of, int depth) {
  const bool is_deepest = of.object.kind == TermKind::triple && depth_of_triple(of.object.text) == kMostNestedTriples;
  if (is_deepest) return refuse(at);
  const TermView triple = triple_term(of);  // of all reifiers
  std::optional<TermView> named;            // the reifier just before `at`
  for (;;) {
    TermView reifier;
    if (*at == '~') {
      if (!(at = this->reifier(at, reifier))) return nullptr;
      add_reifier(reifier, triple);
      named = reifier;
    } else if (begins_block(at)) {
      if (depth >= kDeepestNesting) return refuse(at);
      reifier = named ? *named : unnamed_reifier(triple);
      if (!named) add_reifier(reifier, triple);
      if (!(at = predicates(skip_space(at + 2), reifier, depth + 1))) return nullptr;
      if (at[0] != '|' || at[1] != '}') return refuse(at);
      at += 2;
      named.reset();
    } else {
      return at;
    }
    at = skip_space(at);
  }
}

// Scans from the "~" at `at` to the end of the reifier, a new node if it has no name.
const char* StatementScanner::reifier(const char* at, TermView& term) {
  const char* const behind = skip_space(at + 1);
  const bool is_unnamed = *behind == '.' || *behind == ';' || *behind == ',' || *behind == '~' || *behind == '{' ||
                          *behind == '}' || *behind == '|' || *behind == ']' || *behind == '>';
  if (!is_unnamed) return component_node(behind, term);
  term = new_node();
  return at + 1;
}

// Scans from the "<<(" at `at` to the end of ")>>", and appends the term's text to triple_; `depth`: from 1.
const char* StatementScanner::triple(const char* at, int depth) {
  if (depth > kMostNestedTriples) return refuse(at);
  TermView subject, predicate, object;
  if (!(at = component_node(skip_space(at + kTripleBegin.size()), subject))) return nullptr;
  if (!(at = terms_.verb(skip_space(at), predicate))) return nullptr;
  triple_ += kTripleBegin;
  for (const TermView& term : {subject, predicate}) (triple_ += ' ', append_ntriples(triple_, term));
  triple_ += ' ';
  at = skip_space(at);
  if (begins_triple(at)) {
    if (!(at = triple(at, depth + 1))) return nullptr;
  } else {
    if (!(at = component_object(at, object))) return nullptr;
    append_ntriples(triple_, object);
  }
  at = skip_space(at);
  if (!detail::ends_triple(at)) return refuse(at);
  triple_ += ' ';
  triple_ += kTripleEnd;
  return at + kTripleEnd.size();
}

// Scans from the "<<" at `at` to the end of ">>", and adds the quad of the reifier.
const char* StatementScanner::reified(const char* at, TermView& reifier, int depth) {
  if (depth > kMostNestedTriples) return refuse(at);
  QuadView quad;
  at = skip_space(at + 2);
  at = begins_reified(at) ? reified(at, quad.subject, depth + 1) : component_node(at, quad.subject);
  if (at == nullptr || !(at = terms_.verb(skip_space(at), quad.predicate))) return nullptr;
  at = skip_space(at);
  const bool is_nested = at[0] == '<' && at[1] == '<';
  at = is_nested ? triple_or_reified(at, quad.object, depth + 1) : component_object(at, quad.object);
  if (at == nullptr) return nullptr;
  at = skip_space(at);
  const bool is_named = *at == '~';
  if (is_named) {
    if (!(at = this->reifier(at, reifier))) return nullptr;
    at = skip_space(at);
  }
  if (at[0] != '>' || at[1] != '>') return refuse(at);
  const TermView triple = triple_term(quad);
  if (!is_named) reifier = unnamed_reifier(triple);
  add_reifier(reifier, triple);
  return at + 2;
}

// Scans an IRI, a name or a blank node: a subject within a triple, or a reifier.
const char* StatementScanner::component_node(const char* at, TermView& term) {
  if (*at != '[') return terms_.node(at, term);
  at = skip_space(at + 1);
  if (*at != ']') return refuse(at);
  term = new_node();
  return at + 1;
}

const char* StatementScanner::component_object(const char* at, TermView& term) {
  return *at == '[' ? component_node(at, term) : terms_.object(at, term);
}

// Scans the properties of `node`, from the "[" at `at` to the end of "]"; `depth`: of the brackets, from 1.
const char* StatementScanner::properties(const char* at, const TermView& node, int depth) {
  if (depth > kDeepestNesting) return refuse(at);
  at = skip_space(at + 1);
  if (*at == ']') return at + 1;
  if (!(at = predicates(at, node, depth))) return nullptr;
  return *at == ']' ? at + 1 : refuse(at);
}

// Scans from the "(" at `at` to the end of ")". Each element but the first has a new node, which is numbered after all
// nodes within the previous element.
const char* StatementScanner::elements(const char* at, const TermView& head, int depth) {
  if (depth > kDeepestNesting) return refuse(at);
  at = skip_space(at + 1);
  if (*at == ')') return at + 1;
  for (TermView node = head;;) {
    TermView term;
    if (!(at = object(at, node, TermView::iri(iri::kRdfFirst), depth, term))) return nullptr;
    at = skip_space(at);
    const bool is_last = *at == ')';
    const TermView rest = is_last ? TermView::iri(iri::kRdfNil) : new_node();
    add(node, TermView::iri(iri::kRdfRest), rest);
    if (is_last) return at + 1;
    node = rest;
  }
}

// A dot before a digit belongs to a number.
const char* StatementScanner::end_of_statement(const char* at) {
  if (in_graph_ && *at == '}') {
    closes_graph_ = true;
    return at + 1;
  }
  return *at == '.' && !is_digit(at[1]) ? at + 1 : refuse(at);
}

void StatementScanner::add(const TermView& subject, const TermView& predicate, const TermView& object) {
  const auto is_same = [](std::string_view a, std::string_view b) {
    return a.data() == b.data() && a.size() == b.size();
  };
  QuadView& quad = quads_.emplace_back();
  quad.subject = subject;
  quad.predicate = predicate;
  quad.object = object;
  quad.graph = graph_;
  quad.same_subject = is_same(subject.text, subject_.last);
  quad.same_predicate = is_same(predicate.text, predicate_.last);
  subject_.last = subject.text;
  predicate_.last = predicate.text;
}

void StatementScanner::add_reifier(const TermView& reifier, const TermView& triple) {
  add(reifier, TermView::iri(iri::kRdfReifies), triple);
}

TermView StatementScanner::triple_term(const QuadView& of) {
  triple_.clear();
  append_triple_term(triple_, of.subject, of.predicate, of.object);
  return TermView::triple(terms_.bytes().take(triple_));
}

TermView StatementScanner::unnamed_reifier(const TermView& triple) {
  if (!rdf_star_) return new_node();
  std::string label = quoted_triple_label(triple.text);
  return TermView::blank(terms_.bytes().take(label));
}

TermView StatementScanner::new_node() {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, ++numbers_.labels).ptr;
  const std::string_view number(digits, static_cast<std::size_t>(end - digits));
  return TermView::blank(terms_.bytes().add(kAnonymousLabel, number));
}

}  // namespace quadrille
