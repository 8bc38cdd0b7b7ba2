#include "query/results/turtle_text.hpp"

#include <algorithm>

#include "base/byte_set.hpp"
#include "base/triple_term.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

// The local names that are written without escapes: of PN_LOCAL the ASCII part, dots inside only.
constexpr ByteSet kLocalBytes("_-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

bool is_plain_local_name(std::string_view name) {
  if (name.empty()) return true;
  if (name.front() == '-' || name.front() == '.' || name.back() == '.') return false;
  return std::all_of(name.begin(), name.end(), [](char byte) { return kLocalBytes.contains(byte); });
}

}  // namespace

void append_prefix(std::string& out, const Prefix& prefix) {
  out.append("@prefix ").append(prefix.first).append(": ");
  append_iri(out, prefix.second);
  out += " .\n";
}

void TurtleText::append(std::string& out, const TermView& term) {
  switch (term.kind) {
    case TermKind::iri:
      return append_name(out, term.text);
    case TermKind::blank:
      return append_long_form(out, term);
    case TermKind::literal:
      return append_literal(out, term);
    case TermKind::triple:
      return append_triple(out, term);
  }
}

void TurtleText::append_predicate(std::string& out, const TermView& predicate) {
  if (predicate.text == iri::kRdfType) {
    out += 'a';
  } else {
    append(out, predicate);
  }
}

void TurtleText::append_name(std::string& out, std::string_view name) {
  const auto shortened = names_.shortened(name, is_plain_local_name);
  if (!shortened) return append_iri(out, name);
  used_[shortened->number] = 1;
  out += shortened->prefix;
  out += ':';
  out += shortened->local;
}

void TurtleText::append_triple(std::string& out, const TermView& term) {
  needs_version_ = true;
  const TripleParts parts(term.text);
  out += "<<( ";
  append(out, parts.subject());
  out += ' ';
  append_predicate(out, parts.predicate());
  out += ' ';
  append(out, parts.object());
  out += " )>>";
}

void TurtleText::append_literal(std::string& out, const TermView& term) {
  const bool bare_boolean = term.datatype == iri::kXsdBoolean && (term.text == "true" || term.text == "false");
  if (bare_boolean || is_bare_number(term)) {
    out += term.text;
    return;
  }
  append_quoted(out, term.text);
  append_suffix(out, term);
}

void TurtleText::append_in_lines(std::string& out, const TermView& term) {
  const bool has_lines = term.kind == TermKind::literal && term.text.find('\n') != std::string_view::npos;
  if (!has_lines) return append(out, term);
  append_long_quoted(out, term.text);
  append_suffix(out, term);
}

// The language or the datatype.
void TurtleText::append_suffix(std::string& out, const TermView& literal) {
  if (!literal.language.empty()) {
    needs_version_ = needs_version_ || needs_rdf12(literal);
    out += '@';
    out += literal.language;
  } else if (literal.datatype != iri::kXsdString) {
    out += "^^";
    append_name(out, literal.datatype);
  }
}

}  // namespace quadrille::results
