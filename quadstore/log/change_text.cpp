#include "quadstore/log/change_text.hpp"

#include <charconv>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace quadrille {

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
  CanonicalTermReader reader(text_, at_);
  const std::optional<TermView> term = reader.next(bytes_[column]);
  if (!term && reader.place() > at_) at_ = reader.place();
  if (!term) malformed(column == 3 && reader.place() == at_ ? "a graph or the end of the line" : reader.expected());
  if (term->kind == TermKind::blank && !blank_counter(term->text)) malformed("a blank node _:b<counter>");
  if (column != 2 && term->kind != TermKind::iri && term->kind != TermKind::blank) malformed("an IRI or a blank node");
  at_ = reader.place();
  expect(' ');
  return *term;
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
