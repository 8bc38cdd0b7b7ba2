#include "loader/rdf/line_scanner.hpp"

#include <cstring>

#include "base/iri_reference.hpp"
#include "base/text.hpp"
#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/detail/escapes.hpp"
#include "loader/rdf/detail/plain_parts.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille {

using detail::begins_with;

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

// The token from `begin` to the space at `end`; empty if there is another separator, so that it equals no token.
std::string_view token_with_space(const char* begin, const char* end) {
  return *end == ' ' ? std::string_view(begin, static_cast<std::size_t>(end + 1 - begin)) : std::string_view();
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
      if (!(p = scan_node(p, subject_, subject_bytes_))) return malformed();
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
    if (!(p = scan_object(p, quad.object))) return malformed();
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
  p = skip_comment(p, not_ascii_);
  if (!is_line_end(*p)) return malformed();
  if (not_ascii_ != 0 && !is_valid_utf8({line, static_cast<std::size_t>(p - line)})) return malformed();
  at = skip_line_end(p);
  return has_quad ? ScannedLine::quad : ScannedLine::nothing;
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

const char* LineScanner::scan_object(const char* at, TermView& object) {
  return *at == '"' ? scan_literal(at, object) : scan_node(at, object, object_bytes_);
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
  literal = TermView::language_string(literal.text, tag);
  return end;
}

}  // namespace quadrille
