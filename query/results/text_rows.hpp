#pragma once

// Rows of terms that are text already: the fast way to the same bytes that the writers of result_writer.hpp make of
// terms. A term that occurs in many rows is brought into its syntax once, and a row is put together by copying.
//
//   const auto rows = make_text_rows(ResultFormat::tsv, {"x", "name"});
//   rows->syntax(0).append(term, out);            <http://example.org/1>
//   rows->write(columns, 0, count, most, out);    <http://example.org/1> TAB "one" LF ...
//
// What comes before the first row and behind the last one is the writer's: begin(), end().

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/term.hpp"
#include "query/results/byte_set.hpp"
#include "query/results/result_format.hpp"
#include "query/results/result_writer.hpp"
#include "query/results/text_buffer.hpp"

namespace quadrille::results {

// How a format writes terms in a place.
class TermSyntax {
 public:
  // IRIs, or plain strings, in which no byte of `special` occurs are written as open, text, close.
  struct Plain {
    Plain() = default;
    Plain(std::string_view before, std::string_view behind, const ByteSet& set)
        : open(before), close(behind), special(&set) {}
    WideText open, close;
    const ByteSet* special = nullptr;  // none: always append()
  };

  TermSyntax() = default;
  TermSyntax(Plain iri, Plain string) : iri_(std::move(iri)), string_(std::move(string)) {}
  virtual ~TermSyntax() = default;
  TermSyntax(const TermSyntax&) = delete;
  TermSyntax& operator=(const TermSyntax&) = delete;
  virtual void append(const TermView& term, std::string& out) const = 0;

  const Plain& iri() const { return iri_; }
  const Plain& string() const { return string_; }

 private:
  Plain iri_, string_;
};

// By row, the text of a variable's term, which may be read in wide steps; one without data() if it is unbound.
using TextColumn = std::span<const std::string_view>;

class TextRows {
 public:
  virtual ~TextRows() = default;

  virtual const TermSyntax& syntax(std::size_t column) const = 0;
  // Appends the rows from `first` to before `last`, as if others came before them, but no more once `out` has
  // `most_bytes`. Returns the row before which it ended; at least one is written.
  virtual std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last,
                            std::size_t most_bytes, TextBuffer& out) const = 0;
  // Where a row has one variable and that is bound: what stands around its term.
  struct Frame {
    WideText open, close;
  };
  virtual const Frame* frame() const { return nullptr; }
  // Whoever hands on the first rows of an answer leaves out so many bytes at their beginning.
  virtual std::size_t separator_bytes() const { return 0; }
};

// `variables` as make_result_writer() has them; three of any names for the forms of graphs; `prefixes`
// as make_graph_writer(). Nothing for RDF/XML, which
// takes IRIs apart.
std::unique_ptr<TextRows> make_text_rows(ResultFormat format, const std::vector<std::string>& variables,
                                         std::vector<Prefix> prefixes = usual_prefixes());

}  // namespace quadrille::results
