#pragma once

// TextRows writes the rows of an answer from terms that are already text, in any format. A term that occurs in many
// rows is formatted once, and rows are composed by copying. result_writer.hpp writes rows of terms.
//
//   const auto rows = make_text_rows(ResultFormat::tsv, {"x", "name"});
//   rows->opening();                              ?x TAB ?name LF
//   rows->syntax(0).append(term, out);            <http://example.org/1>
//   rows->write(columns, 0, count, most, out);    <http://example.org/1> TAB "one" LF ...
//   rows->closing();

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_set.hpp"
#include "base/term.hpp"
#include "query/results/result_format.hpp"
#include "query/results/result_writer.hpp"
#include "query/results/text_buffer.hpp"

namespace quadrille::results {

// TermSyntax describes how a format writes terms in a place.
class TermSyntax {
 public:
  // IRIs, or plain strings, without bytes of `special` are written as open, text, close.
  struct Plain {
    Plain() = default;
    Plain(std::string_view before, std::string_view behind, const ByteSet& set)
        : open(before), close(behind), special(&set) {}
    WideText open, close;
    const ByteSet* special = nullptr;  // nullptr: always call append()
  };

  using Append = std::function<void(std::string& out, const TermView& term)>;
  explicit TermSyntax(Append append) : TermSyntax(std::move(append), {}, {}) {}
  TermSyntax(Append append, Plain iri, Plain string)
      : append_(std::move(append)), iri_(std::move(iri)), string_(std::move(string)) {}

  void append(const TermView& term, std::string& out) const { append_(out, term); }
  const Plain& iri() const { return iri_; }
  const Plain& string() const { return string_; }

 private:
  Append append_;
  Plain iri_, string_;
};

// By row, the text of a variable's term, which may be read in wide steps; without data() if it is unbound.
using TextColumn = std::span<const std::string_view>;

class TextRows {
 public:
  virtual ~TextRows() = default;

  // The text before the first row of an answer, and after the last.
  virtual std::string opening() const { return {}; }
  virtual std::string closing() const { return {}; }
  virtual const TermSyntax& syntax(std::size_t column) const = 0;
  // Appends the rows `first` to `last` - 1, as if others came before them, until `out` has `most_bytes`. Returns the
  // first row that was not written; at least one row is written.
  virtual std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last,
                            std::size_t most_bytes, TextBuffer& out) const = 0;
  // The text around the term of a row with one variable, which is bound.
  struct Frame {
    WideText open, close;
  };
  virtual const Frame* frame() const { return nullptr; }
  // The number of bytes that the sender of an answer's first rows leaves out at their beginning.
  virtual std::size_t separator_bytes() const { return 0; }
};

// `variables` as for make_result_writer(); three for the formats of graphs, of any names but in HTML; `prefixes` as for
// make_graph_writer().
std::unique_ptr<TextRows> make_text_rows(ResultFormat format, const std::vector<std::string>& variables,
                                         std::vector<Prefix> prefixes = usual_prefixes());

}  // namespace quadrille::results
