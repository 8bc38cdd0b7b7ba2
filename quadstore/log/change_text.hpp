#pragma once

// Change text holds the changes of a transaction as lines, one for each quad, in the order in which they were made.
//
//   + <http://a/s> <http://a/p> "12.50"^^<http://www.w3.org/2001/XMLSchema#decimal> .
//   - _:b17 <http://a/p> "a\nb"@en <http://a/g> .
//   - * .                                     all quads of the default graph are deleted
//   - * <http://a/g> .                        all quads of a named graph
//   - * * .                                   all quads of all named graphs
//
// Lines with a * cover all quads that exist at that place: in the log of every image, those of its own subjects. Other
// lines are a sign, a space and a line of N-Quads (RDF 1.1) in one fixed form: single spaces, only necessary escapes
// (base/term.hpp), unchanged lexical forms. Blank nodes are _:b<counter> with the counter of their HURI, so a line
// means the same node whenever it is read. The text needs no dictionary and stays valid when terms are renumbered.
//
// Local. Reading and writing take about 0.3 us a quad.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/canonical_term.hpp"
#include "base/term.hpp"

namespace quadrille {

// The subject of a line.
enum class ChangeScope : std::uint8_t { quad, default_graph, named_graph, named_graphs };

struct ChangeView {
  bool insert = true;  // or delete
  TermView subject = {}, predicate = {}, object = {};
  std::optional<TermView> graph = {};  // none: the default graph
  // If it is not a quad: all quads of these graphs are deleted, and a named graph is the only term.
  ChangeScope scope = ChangeScope::quad;

  bool operator==(const ChangeView&) const = default;
};

// Appends one line. Blank nodes have labels b<counter>.
void append_change(std::string& out, const ChangeView& change);

// The counter of a blank node with the label b<counter>; nullopt for other labels.
std::optional<std::uint64_t> blank_counter(std::string_view label);

// Reads the output of append_change, and no other form. Other text is damage: ErrorKind::io, naming `source`, the
// line's number and what was expected.
class ChangeReader {
 public:
  // `lines` outlives the reader and what it returns.
  ChangeReader(std::string_view lines, std::filesystem::path source) : text_(lines), source_(std::move(source)) {}

  // The next change; nullopt at the end. The terms are valid until the next call: they point into the lines or, if
  // they have escapes, into the reader.
  std::optional<ChangeView> next();

  // For consecutive terms, each followed by a space.
  TermView next_term() { return read_term(2); }
  // Fails unless everything has been read.
  void expect_end() const;

 private:
  void read_quad(ChangeView& change);
  void read_graphs(ChangeView& change);
  TermView read_term(int column);
  void expect(char character);
  bool at(char character) const { return at_ < text_.size() && text_[at_] == character; }
  [[noreturn]] void malformed(std::string_view expected) const;

  std::string_view text_;
  std::filesystem::path source_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 0;
  std::array<TermBytes, 4> bytes_;  // of the four terms of a line
};

}  // namespace quadrille
