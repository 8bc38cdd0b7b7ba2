#include "loader/rdf/serd_reader.hpp"

#include <span>
#include <utility>

#include "base/longest_term.hpp"
#include "loader/rdf/detail/directive_scanner.hpp"
#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/detail/serd_statement.hpp"
#include "loader/rdf/explain_fault.hpp"
#include "loader/rdf/long_terms.hpp"
#include "loader/rdf/statement_scanner.hpp"
#include "loader/rdf/statement_splitter.hpp"
#include "loader/rdf/statement_window.hpp"

namespace quadrille {

namespace {

class TextBytes final : public ByteSource {
 public:
  explicit TextBytes(std::string_view text) : text_(text) {}
  std::size_t read(std::span<char> to) override {
    const std::size_t size = text_.copy(to.data(), to.size());
    text_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view text_;
};

// The base of Turtle is the file's own IRI, unless the user has given another.
ReadOptions with_base(const InputFile& file, const ReadOptions& options) {
  ReadOptions based = options;
  if (based.base.empty()) based.base = file_iri(file);
  return based;
}

class TurtleReader final : public QuadReader {
 public:
  TurtleReader(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options, ErrorPolicy& errors,
               TurtleReading reading = {}, bool is_begin = true)
      : file_(std::move(file)),
        options_(std::move(options)),
        errors_(errors),
        with_graphs_(file_.format.syntax == Syntax::trig),
        scans_(reading.scans),
        has_read_(!is_begin),
        window_(std::move(bytes), reading.window_bytes, is_begin),
        statements_(window_, with_graphs_),
        names_(options_.base, true),
        serd_(with_graphs_ ? SERD_TRIG : SERD_TURTLE, names_),
        scanner_(with_graphs_, names_, with_graphs_ ? std::nullopt : options_.graph_of_triples()) {}

  // Starts the document's bytes at `place` of a file, after these directives.
  void begin_at(const TurtlePlace& place, std::string_view directives) {
    StatementWindow window(std::make_unique<TextBytes>(directives));
    StatementSplitter before(window, with_graphs_);
    for (;;) {
      if (const std::size_t size = detail::take_directive(window, names_)) {
        window.advance(size);
        continue;
      }
      if (!before.next()) break;
      // A malformed one is reported by the reader of its part.
      if (!before.fault()) serd_.read(before.plain(), before.content());
    }
    serd_.set_anonymous(place.labels);
    lines_before_ = place.lines;
  }

  bool read_piece(QuadSink& sink) override { return (scans_ && (read_plain(sink) || read_directive())) || judge(sink); }

 private:
  // Returns false if Serd must read the statement.
  bool read_plain(QuadSink& sink) {
    if (statements_.in_graph() != scanner_.in_graph()) return false;  // in a graph whose name is not known
    ScannedStatement scanned = scanner_.scan(window_, serd_.anonymous());
    while (scanned == ScannedStatement::incomplete && window_.refill()) {
      scanned = scanner_.scan(window_, serd_.anonymous());
    }
    if (scanned != ScannedStatement::taken) return false;
    serd_.set_anonymous(scanner_.labels());
    if (!scanner_.in_graph()) {
      statements_.leave_graph();
    } else if (!scanner_.header().empty()) {
      statements_.enter_graph(scanner_.header());
    }
    statements_.set_unnamed_graphs(scanner_.unnamed_graphs());
    give(scanner_.quads(), sink);
    window_.advance(scanner_.size());
    has_read_ = true;
    return true;
  }

  // A statement with a term that is too long is rejected as a whole.
  void give(std::span<const QuadView> quads, QuadSink& sink) {
    const std::string_view text = window_.rest().substr(0, scanner_.size());
    for (const QuadView& quad : text.size() < kLongestTermBytes ? std::span<const QuadView>() : quads) {
      const std::optional<Fault> fault = long_term_fault(quad, text);
      if (!fault) continue;
      const std::uint64_t line = lines_before_ + window_.line();
      return errors_.report(locate_long_term(*fault, text, errors_, file_.path, line, window_.column()));
    }
    for (const QuadView& quad : quads) sink.quad(quad);
  }

  bool read_directive() {
    if (statements_.in_graph()) return false;
    scanner_.forget();
    const std::size_t size = detail::take_directive(window_, names_);
    window_.advance(size);
    if (size != 0) has_read_ = true;
    return size != 0;
  }

  bool judge(QuadSink& sink) {
    const bool was_in_graph = statements_.in_graph();
    scanner_.forget();
    if (!statements_.next()) return false;
    std::optional<Fault> fault = statements_.fault();
    bool is_place_known = fault.has_value();
    if (!fault) fault = serd_.read(statements_.plain(), statements_.content());
    if (!fault) is_place_known = (fault = long_term()).has_value();
    if (fault) {
      report(*fault, is_place_known, was_in_graph);
    } else {
      const std::optional<TermView> graph = with_graphs_ ? std::nullopt : options_.graph_of_triples();
      for (const detail::StoredQuad& quad : serd_.quads().quads) sink.quad(serd_.quads().view(quad, graph));
    }
    has_read_ = true;
    statements_.finish();
    follow_graph(was_in_graph, fault.has_value());
    return true;
  }

  std::optional<Fault> long_term() {
    for (const detail::StoredQuad& quad : serd_.quads().quads) {
      if (auto fault = long_term_fault(serd_.quads().view(quad, std::nullopt), statements_.text())) return fault;
    }
    return std::nullopt;
  }

  void report(const Fault& fault, bool is_place_known, bool in_graph) {
    const std::uint64_t line = lines_before_ + statements_.line();
    const std::uint32_t column = statements_.column();
    const bool is_first = !has_read_;
    errors_.report(locate(explain_statement(statements_.text(), fault, is_place_known, is_first, names_,
                                            {with_graphs_, in_graph, line, column}),
                          statements_.text(), file_.path, line, column));
  }

  // Passes to the scanner the graph that a statement has opened or closed.
  void follow_graph(bool was_in_graph, bool is_malformed) {
    scanner_.set_unnamed_graphs(statements_.unnamed_graphs());
    if (!statements_.in_graph()) {
      scanner_.set_graph(false, std::nullopt);
    } else if (!was_in_graph && !is_malformed && !serd_.quads().quads.empty()) {
      const detail::StoredQuad& quad = serd_.quads().quads.front();
      scanner_.set_graph(true, quad.graph ? std::optional(serd_.quads().view(*quad.graph)) : std::nullopt);
    }
  }

  const InputFile file_;
  const ReadOptions options_;
  ErrorPolicy& errors_;
  const bool with_graphs_;
  const bool scans_;
  std::uint64_t lines_before_ = 0;
  bool has_read_;  // a statement of the document, or of the file before the document's bytes
  StatementWindow window_;
  StatementSplitter statements_;
  detail::DocumentNames names_;
  detail::SerdStatement serd_;
  StatementScanner scanner_;
};

}  // namespace

std::unique_ptr<QuadReader> open_turtle(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors, TurtleReading reading) {
  return std::make_unique<TurtleReader>(std::move(file), std::move(bytes), std::move(options), errors, reading);
}

void read_turtle(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink) {
  TurtleReader reader(file, std::move(bytes), with_base(file, options), errors);
  while (reader.read_piece(sink)) {
  }
}

void read_turtle_part(const InputFile& file, const TurtleParts& parts, std::size_t part, const ReadOptions& options,
                      ErrorPolicy& errors, QuadSink& sink) {
  const TurtlePart& its = parts.parts[part];
  auto bytes = open_bytes_at(file, its.begin.offset, its.end);
  TurtleReader reader(file, std::move(bytes), with_base(file, options), errors, {}, part == 0);
  reader.begin_at(its.begin, parts.directives_before(its));
  while (reader.read_piece(sink)) {
  }
}

}  // namespace quadrille
