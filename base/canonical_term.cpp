#include "base/canonical_term.hpp"

#include <algorithm>
#include <charconv>

#include "base/byte_set.hpp"
#include "base/text.hpp"
#include "base/triple_term.hpp"

namespace quadrille {

namespace {

constexpr std::string_view kTripleBegin = "<<( ", kTripleEnd = ")>>";

// The ends of IRIs and strings, backslashes and line feeds.
constexpr ByteSet kIriEnds(">\\\n"), kStringEnds("\"\\\n");

// Reads the text after a backslash: one character, or u and four digits. Returns its length, 0 if append_ntriples does
// not write it.
std::size_t append_unescaped(std::string& out, std::string_view escape) {
  if (escape.empty()) return 0;
  if (const char character = unescaped(escape[0]); character != 0 && character != '\'') {
    out += character;
    return 1;
  }
  std::uint32_t code = 0;
  if (escape[0] != 'u' || escape.size() < 5) return 0;
  const auto [end, error] = std::from_chars(escape.data() + 1, escape.data() + 5, code, 16);
  if (error != std::errc() || end != escape.data() + 5) return 0;
  append_utf8(out, code);
  return 5;
}

}  // namespace

std::nullopt_t CanonicalTermReader::refuse(std::string_view expected) {
  expected_ = expected;
  return std::nullopt;
}

bool CanonicalTermReader::take(std::string_view token) {
  if (!text_.substr(at_).starts_with(token)) return false;
  at_ += token.size();
  return true;
}

std::optional<TermView> CanonicalTermReader::next(TermBytes& bytes) {
  if (text_.substr(at_).starts_with(kTripleBegin)) return triple(1);
  const bool is_stored = text_.substr(at_).starts_with(kStoredBlank);
  if (take("<")) {
    if (is_stored) return stored_blank();
    const auto iri = until(kIriEnds, bytes.text, "an IRI that ends");
    return iri ? std::optional(TermView::iri(*iri)) : std::nullopt;
  }
  if (take("_:")) {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(" \n", begin), text_.size());
    return at_ == begin ? refuse("a name") : std::optional(TermView::blank(text_.substr(begin, at_ - begin)));
  }
  if (take("\"")) return literal(bytes);
  return refuse("a term");
}

// <_:b17>, after its first character.
std::optional<TermView> CanonicalTermReader::stored_blank() {
  const std::size_t begin = at_ - 1;
  const std::size_t end = text_.find_first_of(" \n>", begin);
  if (end == text_.npos || text_[end] != '>') return refuse("a blank node that ends");
  at_ = end + 1;
  return TermView::blank(text_.substr(begin, at_ - begin));
}

std::optional<TermView> CanonicalTermReader::literal(TermBytes& bytes) {
  const auto text = until(kStringEnds, bytes.text, "a literal that ends");
  if (!text) return std::nullopt;
  if (take("@")) {
    const auto tag = name();
    if (!tag) return std::nullopt;
    const std::string_view direction = direction_of(*tag);
    if (direction.empty() && language_tag(*tag) == *tag) return TermView::language_string(*text, *tag);
    return is_direction(direction) ? std::optional(TermView::direction_string(*text, *tag)) : refuse("ltr or rtl");
  }
  if (!take("^^")) return TermView::string(*text);
  if (!take("<")) return refuse("<");
  const auto datatype = until(kIriEnds, bytes.datatype, "an IRI that ends");
  return datatype ? std::optional(TermView::literal(*text, *datatype)) : std::nullopt;
}

std::optional<TermView> CanonicalTermReader::triple(int depth) {
  if (depth > kMostNestedTriples) return refuse("triple terms that are not nested so deep");
  const std::size_t begin = at_;
  at_ += kTripleBegin.size();
  for (int column = 0; column < 3; ++column) {
    if (!component(column, depth)) return std::nullopt;
    if (!take(" ")) return refuse("a space");
  }
  if (!take(kTripleEnd)) return refuse(kTripleEnd);
  return TermView::triple(text_.substr(begin, at_ - begin));
}

// A component is skipped: its text is that of the triple term.
std::optional<TermView> CanonicalTermReader::component(int column, int depth) {
  const bool is_triple = text_.substr(at_).starts_with(kTripleBegin);
  if (is_triple) return column == 2 ? triple(depth + 1) : refuse("an IRI or a blank node");
  TermBytes bytes;
  const std::size_t begin = at_;
  const std::optional<TermView> term = next(bytes);
  if (!term) return term;
  const bool fits = column == 2 || term->kind == TermKind::iri || (column == 0 && term->kind == TermKind::blank);
  if (fits) return term;
  at_ = begin;
  return refuse(column == 0 ? "an IRI or a blank node" : "an IRI");
}

// Reads up to `end`, and past it.
std::optional<std::string_view> CanonicalTermReader::until(const ByteSet& stops, std::string& unescaped,
                                                           std::string_view what) {
  const auto is_end = [this] { return text_[at_] != '\\' && text_[at_] != '\n'; };
  const std::size_t begin = at_;
  at_ = stops.find(text_, begin);
  if (at_ < text_.size() && is_end()) return text_.substr(begin, at_++ - begin);
  unescaped.clear();
  for (std::size_t piece = begin;; at_ = stops.find(text_, at_)) {
    if (at_ == text_.size() || text_[at_] == '\n') {
      at_ = begin;
      return refuse(what);
    }
    unescaped += text_.substr(piece, at_ - piece);
    if (is_end()) return ++at_, unescaped;
    const std::size_t length = append_unescaped(unescaped, text_.substr(++at_));
    if (length == 0) return refuse("an escape");
    piece = at_ += length;
  }
}

// A language: letters, digits and hyphens.
std::optional<std::string_view> CanonicalTermReader::name() {
  const std::size_t begin = at_;
  const auto belongs = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  };
  while (at_ < text_.size() && belongs(text_[at_])) ++at_;
  if (at_ == begin) return refuse("a name");
  return text_.substr(begin, at_ - begin);
}

}  // namespace quadrille
