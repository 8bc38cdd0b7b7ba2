#include "quadstore/log/change_text.hpp"

#include <charconv>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace quadrille {

namespace {

// Reads the text after a backslash: one character, or u and four digits. Returns its length, 0 if append_ntriples does
// not write it.
std::size_t append_unescaped(std::string& out, std::string_view escape) {
  constexpr std::string_view kNames = "\"\\nrtbf", kValues = "\"\\\n\r\t\b\f";
  if (escape.empty()) return 0;
  if (const std::size_t found = kNames.find(escape[0]); found != kNames.npos) {
    out += kValues[found];
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

void append_change(std::string& out, const ChangeView& change) {
  constexpr std::size_t kMarks = 64;
  out.reserve(out.size() + change.object.text.size() + change.object.datatype.size() + kMarks);  // it may be long
  out += change.insert ? "+ " : "- ";
  const auto append = [&](TermView term) {
    QUADRILLE_ASSERT(term.kind != TermKind::blank || blank_counter(term.text),
                     "blank nodes are logged by their counter");
    append_ntriples(out, term);
    out += ' ';
  };
  if (change.scope == ChangeScope::quad) {
    append(change.subject);
    append(change.predicate);
    append(change.object);
  } else {
    QUADRILLE_ASSERT(!change.insert, "graphs are deleted as a whole, not inserted");
    out += change.scope == ChangeScope::named_graphs ? "* * " : "* ";
  }
  if (change.graph) append(*change.graph);
  out += ".\n";
}

std::optional<std::uint64_t> blank_counter(std::string_view label) {
  if (label.size() < 2 || label[0] != 'b' || (label[1] == '0' && label.size() > 2)) return {};
  std::uint64_t counter = 0;
  const auto [end, error] = std::from_chars(label.data() + 1, label.data() + label.size(), counter);
  if (error != std::errc() || end != label.data() + label.size()) return {};
  return counter;
}

std::optional<ChangeView> ChangeReader::next() {
  if (at_ == text_.size()) return {};
  ++line_;
  ChangeView change;
  change.insert = at('+');
  if (!at('+') && !at('-')) malformed("+ or -");
  ++at_;
  expect(' ');
  at('*') && !change.insert ? read_graphs(change) : read_quad(change);
  expect('.');
  expect('\n');
  return change;
}

void ChangeReader::read_quad(ChangeView& change) {
  change.subject = read_term(0);
  change.predicate = read_term(1);
  change.object = read_term(2);
  if (!at('.')) change.graph = read_term(3);
}

void ChangeReader::read_graphs(ChangeView& change) {
  expect('*');
  expect(' ');
  change.scope = ChangeScope::default_graph;
  if (at('.')) return;
  change.scope = ChangeScope::named_graphs;
  if (at('*')) {
    ++at_;
    return expect(' ');
  }
  change.scope = ChangeScope::named_graph;
  change.graph = read_term(3);
}

void ChangeReader::expect_end() const {
  if (at_ != text_.size()) malformed("the end");
}

TermView ChangeReader::read_term(int column) {
  TermView term;
  if (at('<')) {
    term = TermView::iri(read_iri(texts_[column]));
  } else if (at('_')) {
    ++at_;
    expect(':');
    term = TermView::blank(read_name());
    if (!blank_counter(term.text)) malformed("a blank node _:b<counter>");
  } else if (at('"') && column == 2) {
    term = read_literal(column);
  } else {
    malformed(column == 3 ? "a graph or the end of the line" : "a term");
  }
  expect(' ');
  return term;
}

TermView ChangeReader::read_literal(int column) {
  ++at_;
  const std::string_view text = read_until('"', texts_[column]);
  if (at('@')) {
    ++at_;
    return TermView::language_string(text, read_name());
  }
  if (!at('^')) return TermView::string(text);
  expect('^');
  expect('^');
  return TermView::literal(text, read_iri(datatype_));
}

std::string_view ChangeReader::read_iri(std::string& unescaped) {
  expect('<');
  return read_until('>', unescaped);
}

// Reads up to `end`, and past it.
std::string_view ChangeReader::read_until(char end, std::string& unescaped) {
  const std::size_t begin = at_;
  const char characters[] = {end, '\\', '\n'};
  const std::string_view stops(characters, sizeof(characters));
  at_ = text_.find_first_of(stops, begin);
  if (at_ != text_.npos && text_[at_] == end) return text_.substr(begin, at_++ - begin);
  unescaped.clear();
  for (std::size_t piece = begin;; at_ = text_.find_first_of(stops, at_)) {
    if (at_ == text_.npos || text_[at_] == '\n') {
      at_ = begin;
      malformed(end == '>' ? "an IRI that ends" : "a literal that ends");
    }
    unescaped += text_.substr(piece, at_ - piece);
    if (text_[at_++] == end) return unescaped;
    const std::size_t length = append_unescaped(unescaped, text_.substr(at_));
    if (length == 0) malformed("an escape");
    piece = at_ += length;
  }
}

// A label or a language tag: letters, digits and hyphens.
std::string_view ChangeReader::read_name() {
  const std::size_t begin = at_;
  const auto belongs = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  };
  while (at_ < text_.size() && belongs(text_[at_])) ++at_;
  if (at_ == begin) malformed("a name");
  return text_.substr(begin, at_ - begin);
}

void ChangeReader::expect(char character) {
  if (!at(character)) malformed(character == '\n' ? "the end of the line" : std::string_view(&character, 1));
  ++at_;
}

void ChangeReader::malformed(std::string_view expected) const {
  const std::size_t before = at_ == 0 ? text_.npos : text_.rfind('\n', at_ - 1);
  const std::size_t begin = before == text_.npos ? 0 : before + 1;
  fail(ErrorKind::io, "{}: change {}, byte {}: {} expected in \"{}\": restore the log from a backup", source_.string(),
       line_, at_ - begin + 1, expected,
       text_.substr(begin, std::min<std::size_t>(text_.find('\n', begin) - begin, 200)));
}

}  // namespace quadrille
