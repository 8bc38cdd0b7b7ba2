#include "loader/rdf/line_scanner.hpp"

#include <utility>

#include "base/iri_reference.hpp"
#include "base/text.hpp"
#include "base/triple_term.hpp"
#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/detail/escapes.hpp"
#include "loader/rdf/detail/plain_parts.hpp"
#include "loader/rdf/quoted_triple.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille {

using detail::begins_triple;
using detail::begins_with;
using detail::kTripleBegin;
using detail::kTripleEnd;

namespace {

const char* skip_blanks(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

// Skips the line end at `at`.
const char* skip_line_end(const char* at) {
  return at + (at[0] == '\r' && at[1] == '\n' ? 2 : 1);
}

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

// The functions below return the end of the part that they scan, or nullptr if it is malformed.

const char* scan_blank(const char* at, TermView& term, std::uint32_t& not_ascii) {
  if (at[1] != ':') return nullptr;
  const char* const begin = at + 2;
  const char* const end = detail::find_label_end(begin, not_ascii);
  if (!end) return nullptr;
  term = TermView::blank({begin, static_cast<std::size_t>(end - begin)});
  return end;
}

bool begins_quoted(const char* at) {
  return at[0] == '<' && at[1] == '<' && at[2] != '(';
}

// The token from `begin` to the space at `end`; empty if there is another separator, so that it equals no token.
std::string_view token_with_space(const char* begin, const char* end) {
  return *end == ' ' ? std::string_view(begin, static_cast<std::size_t>(end + 1 - begin)) : std::string_view();
}

// Skips the space after a token of a triple term, which is one space in canonical form.
const char* skip_gap(const char* at, bool& is_canonical) {
  const char* const behind = skip_blanks(at);
  is_canonical &= *at == ' ' && behind == at + 1;
  return behind;
}

// Skips a comment, if there is one.
const char* skip_comment(const char* at, std::uint32_t& not_ascii) {
  if (*at != '#') return at;
  for (; !is_line_end(*at); ++at) not_ascii |= static_cast<unsigned char>(*at) & 0x80u;
  return at;
}

}  // namespace

const char* next_line(const char* at) {
  while (!is_line_end(*at)) ++at;
  return skip_line_end(at);
}

LineScanner::LineScanner(Syntax syntax, std::optional<TermView> default_graph, std::string_view base)
    : with_graphs_(syntax == Syntax::nquads), default_graph_(default_graph), base_(base) {}

void LineScanner::forget() {
  subject_token_ = predicate_token_ = {};
}

// Skips a comment at `at`, to the end of a line that is UTF-8.
inline const char* LineScanner::end_of_line(const char* line, const char* at) {
  at = skip_comment(at, not_ascii_);
  const bool is_end =
      is_line_end(*at) && (not_ascii_ == 0 || is_valid_utf8({line, static_cast<std::size_t>(at - line)}));
  return is_end ? at : nullptr;
}

ScannedLine LineScanner::scan(const char*& at, const char* end, QuadView& quad) {
  const char* const line = at;
  not_ascii_ = 0;
  const auto malformed = [&] {
    at = next_line(line);
    forget();
    return ScannedLine::malformed;
  };

  const char* p = skip_blanks(line);
  const bool has_quad = *p != '#' && !is_line_end(*p);
  if (has_quad) {
    quad.same_subject = begins_with(p, end, subject_token_);
    if (quad.same_subject) {
      p += subject_token_.size();
    } else {
      const char* const begin = p;
      if (!(p = scan_node(p, subject_, subject_bytes_))) return scan_version(at, quad.object);
      subject_token_ = token_with_space(begin, p);
    }
    p = skip_blanks(p);

    quad.same_predicate = begins_with(p, end, predicate_token_);
    if (quad.same_predicate) {
      p += predicate_token_.size();
    } else {
      const char* const begin = p;
      if (*p != '<' || !(p = scan_iri(p, predicate_, predicate_bytes_))) return malformed();
      predicate_token_ = token_with_space(begin, p);
    }
    p = skip_blanks(p);

    quad.subject = subject_;
    quad.predicate = predicate_;
    quad.graph = default_graph_;
    const char* const object = p;
    if (!(p = scan_object(object, quad.object)) && !(p = scan_triple(object, quad.object))) return malformed();
    p = skip_blanks(p);

    if (with_graphs_ && *p != '.') {
      TermView graph;
      if (!(p = scan_node(p, graph, graph_bytes_))) return malformed();
      quad.graph = graph;
      p = skip_blanks(p);
    }
    if (*p != '.') return malformed();
    p = skip_blanks(p + 1);
  }
  if (!(p = end_of_line(line, p))) return malformed();
  at = skip_line_end(p);
  return has_quad ? ScannedLine::quad : ScannedLine::nothing;
}

// Scans a line that begins with no subject.
ScannedLine LineScanner::scan_version(const char*& line, TermView& version) {
  forget();
  const char* at = detail::skip_word(skip_blanks(line), "version");
  if (at != nullptr) at = skip_blanks(at);
  if (at != nullptr) at = *at == '"' ? scan_literal(at, version) : nullptr;
  const bool has_suffix = at != nullptr && at[-1] != '"';
  if (at != nullptr) at = has_suffix ? nullptr : end_of_line(line, skip_blanks(at));
  line = at != nullptr ? skip_line_end(at) : next_line(line);
  return at != nullptr ? ScannedLine::version : ScannedLine::malformed;
}

const char* LineScanner::scan_iri(const char* at, TermView& term, std::string& bytes) {
  const char* const begin = at + 1;
  const char* const end = detail::find_iri_stop(begin, not_ascii_);
  term = TermView::iri({begin, static_cast<std::size_t>(end - begin)});
  return *end == '>' && has_scheme(term.text) ? end + 1 : scan_odd_iri(begin, end, term, bytes);
}

// Scans an IRI that is relative or has escapes, the first of them at `at`.
const char* LineScanner::scan_odd_iri(const char* begin, const char* at, TermView& term, std::string& bytes) {
  bytes.assign(begin, at);
  while (*at == '\\') {
    const char* const plain = (at[1] | 0x20) == 'u' ? detail::append_unescaped(bytes, at) : nullptr;
    if (plain == nullptr) return nullptr;
    at = detail::find_iri_stop(plain, not_ascii_);
    bytes.append(plain, at);
  }
  if (*at != '>' || iri_fault(bytes) != nullptr) return nullptr;
  if (!has_scheme(bytes)) {
    if (base_.empty()) return nullptr;
    bytes = resolve_iri(base_, bytes);
  }
  term.text = bytes;
  return at + 1;
}

const char* LineScanner::scan_node(const char* at, TermView& term, std::string& bytes) {
  if (*at == '<') return scan_iri(at, term, bytes);
  return *at == '_' ? scan_blank(at, term, not_ascii_) : nullptr;
}

// Of a triple term, the caller tries scan_triple(): no IRI begins with "<<", so other lines cost nothing more.
const char* LineScanner::scan_object(const char* at, TermView& object) {
  return *at == '"' ? scan_literal(at, object) : scan_node(at, object, object_bytes_);
}

const char* LineScanner::scan_triple(const char* at, TermView& term) {
  bool is_canonical = true;
  const char* const end = check_triple(at, 1, is_canonical);
  if (end == nullptr) return nullptr;
  if (is_canonical) {
    term = TermView::triple({at, static_cast<std::size_t>(end - at)});
  } else {
    triple_.clear();
    write_triple(at);
    term = TermView::triple(triple_);
  }
  return end;
}

// Sets `is_canonical` to false if the text is not as append_triple_term() writes it.
const char* LineScanner::check_triple(const char* at, int depth, bool& is_canonical) {
  if (!begins_triple(at) || depth > kMostNestedTriples) return nullptr;
  at = skip_gap(at + kTripleBegin.size(), is_canonical);
  for (int column = 0; column < 3; ++column) {
    if (!(at = check_component(at, column, depth, is_canonical))) return nullptr;
    at = skip_gap(at, is_canonical);
  }
  return detail::ends_triple(at) ? at + kTripleEnd.size() : nullptr;
}

const char* LineScanner::check_component(const char* at, int column, int depth, bool& is_canonical) {
  if (column == 2 && begins_triple(at)) return check_triple(at, depth + 1, is_canonical);
  const char* const begin = at;
  TermView term;
  if (column == 1 && *at != '<') return nullptr;
  at = column == 2 ? scan_object(at, term) : scan_node(at, term, object_bytes_);
  if (at == nullptr) return nullptr;
  if (term.kind == TermKind::iri) {
    is_canonical &= term.text.data() == begin + 1;
  } else if (term.kind == TermKind::literal) {
    is_canonical = is_canonical && to_ntriples(term) == std::string_view(begin, static_cast<std::size_t>(at - begin));
  }
  return at;
}

// Appends the triple term at `at`, which is well-formed, to triple_.
const char* LineScanner::write_triple(const char* at) {
  triple_ += kTripleBegin;
  triple_ += ' ';
  at = skip_blanks(at + kTripleBegin.size());
  for (int column = 0; column < 3; ++column) {
    if (begins_triple(at)) {
      at = write_triple(at);
    } else {
      TermView term;
      at = scan_object(at, term);
      append_ntriples(triple_, term);
    }
    triple_ += ' ';
    at = skip_blanks(at);
  }
  triple_ += kTripleEnd;
  return at + kTripleEnd.size();
}

bool LineScanner::scan_quoted(const char* line, QuotedLine& found) {
  not_ascii_ = 0;
  found.reifiers.clear();
  QuadView quad;
  quad.graph = default_graph_;
  const char* at = skip_blanks(line);
  at = begins_quoted(at) ? quoted_triple(at, quad.subject, 1, found) : scan_node(at, quad.subject, subject_bytes_);
  if (at == nullptr) return false;
  at = skip_blanks(at);
  if (*at != '<' || !(at = scan_iri(at, quad.predicate, predicate_bytes_))) return false;
  at = skip_blanks(at);
  at = begins_quoted(at) ? quoted_triple(at, quad.object, 1, found) : scan_object(at, quad.object);
  if (at == nullptr) return false;
  at = skip_blanks(at);
  if (with_graphs_ && *at != '.') {
    TermView graph;
    if (!(at = scan_node(at, graph, graph_bytes_))) return false;
    quad.graph = graph;
    at = skip_blanks(at);
  }
  if (*at != '.' || end_of_line(line, skip_blanks(at + 1)) == nullptr) return false;
  found.quads.clear();
  for (const QuotedLine::Reifier& each : found.reifiers) {
    found.quads.push_back(
        {TermView::blank(each.label), TermView::iri(iri::kRdfReifies), TermView::triple(each.triple), quad.graph});
  }
  found.quads.push_back(quad);
  return true;
}

// Scans from the "<<" at `at` to the end of ">>".
const char* LineScanner::quoted_triple(const char* at, TermView& reifier, int depth, QuotedLine& found) {
  if (depth > kMostNestedTriples) return nullptr;
  std::string text(kTripleBegin);
  at = skip_blanks(at + 2);
  for (int column = 0; column < 3; ++column) {
    TermView term;
    if (column == 1) {
      at = *at == '<' ? scan_iri(at, term, graph_bytes_) : nullptr;
    } else if (begins_quoted(at)) {
      at = quoted_triple(at, term, depth + 1, found);
    } else {
      at = column == 0 ? scan_node(at, term, object_bytes_) : scan_object(at, term);
    }
    if (at == nullptr) return nullptr;
    text += ' ';
    append_ntriples(text, term);
    at = skip_blanks(at);
  }
  if (at[0] != '>' || at[1] != '>') return nullptr;
  text += ' ';
  text += kTripleEnd;
  std::string label = quoted_triple_label(text);
  found.reifiers.push_back({std::move(label), std::move(text)});
  reifier = TermView::blank(found.reifiers.back().label);
  return at + 2;
}

const char* LineScanner::scan_literal(const char* at, TermView& literal) {
  const char* const text = at + 1;
  const char* end = detail::find_text_stop(text, not_ascii_);
  if (*end == '\\') {
    if (!(end = scan_escapes(text, end))) return nullptr;
    literal = TermView::string(text_);
  } else {
    literal = TermView::string({text, static_cast<std::size_t>(end - text)});
  }
  return *end == '"' ? scan_suffix(end + 1, literal) : nullptr;
}

// Writes the text without escapes to text_; `at` is at the first one. Returns the place of the closing quote.
const char* LineScanner::scan_escapes(const char* text, const char* at) {
  text_.assign(text, at);
  while (*at == '\\') {
    if (!(at = detail::append_unescaped(text_, at))) return nullptr;
    const char* const plain = at;
    at = detail::find_text_stop(at, not_ascii_);
    text_.append(plain, at);
  }
  return at;
}

const char* LineScanner::scan_suffix(const char* at, TermView& literal) {
  const char* const behind = at;
  at = skip_blanks(at);
  if (*at == '@') return scan_language(at + 1, literal);
  if (*at != '^') return behind;
  if (at[1] != '^') return nullptr;
  at = skip_blanks(at + 2);
  if (*at != '<') return nullptr;
  TermView datatype;
  if (!(at = scan_iri(at, datatype, object_bytes_)) || datatype_fault(datatype.text)) return nullptr;
  literal.datatype = datatype.text;
  return at;
}

const char* LineScanner::scan_language(const char* at, TermView& literal) {
  bool has_capitals = false;
  const char* const end = detail::find_tag_end(at, has_capitals);
  std::string_view tag(at, static_cast<std::size_t>(end - at));
  if (language_fault(tag)) return nullptr;
  if (has_capitals) tag = language_ = to_lower(tag);
  literal = TermView::tagged_string(literal.text, tag);
  return end;
}

}  // namespace quadrille
