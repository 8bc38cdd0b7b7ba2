#include "loader/rdf/turtle_reader.hpp"

#include <span>
#include <utility>

#include "base/longest_term.hpp"
#include "loader/rdf/detail/directive_scanner.hpp"
#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/explain_fault.hpp"
#include "loader/rdf/long_terms.hpp"
#include "loader/rdf/rdf_version.hpp"
#include "loader/rdf/statement_scanner.hpp"
#include "loader/rdf/statement_splitter.hpp"

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
               std::size_t window_bytes = kStatementWindowBytes, bool is_begin = true)
      : file_(std::move(file)),
        options_(std::move(options)),
        errors_(errors),
        with_graphs_(file_.format.syntax == Syntax::trig),
        has_read_(!is_begin),
        window_(std::move(bytes), window_bytes, is_begin),
        statements_(window_, with_graphs_),
        names_(options_.base, true),
        scanner_(with_graphs_, names_, with_graphs_ ? std::nullopt : options_.graph_of_triples(), options_.rdf_star) {}

  // Starts the document's bytes at `place` of a file, after these directives.
  void begin_at(const TurtlePlace& place, std::string_view directives) {
    StatementWindow window(std::make_unique<TextBytes>(directives));
    StatementSplitter statements(window, with_graphs_);
    for (;;) {
      if (const std::size_t size = detail::take_directive(window, names_)) {
        window.advance(size);
        continue;
      }
      if (!statements.next()) break;
      statements.finish();  // a malformed one, which the reader of its part reports
    }
    scanner_.set_labels(place.labels);
    lines_before_ = place.lines;
  }

  bool read_piece(QuadSink& sink) override { return read_statement(sink) || read_directive() || reject(); }

 private:
  bool read_statement(QuadSink& sink) {
    if (statements_.in_graph() != scanner_.in_graph()) return false;  // in a graph whose name is malformed
    if (!scanner_.scan(window_)) return false;
    statements_.set_in_graph(scanner_.in_graph());
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
    const auto check_version = [&](std::string_view version) {
      if (is_known_version(version)) return;
      errors_.warn({file_.path, lines_before_ + window_.line(), window_.column(), version_warning(version), {}});
    };
    const std::size_t size = detail::take_directive(window_, names_, check_version);
    window_.advance(size);
    if (size != 0) has_read_ = true;
    return size != 0;
  }

  // Reports the malformed statement at the start of the window's rest(). Returns false if the document ends there.
  bool reject() {
    const bool was_in_graph = statements_.in_graph();
    if (!statements_.next()) return false;
    report(was_in_graph);
    has_read_ = true;
    if (!statements_.in_graph()) {
      scanner_.leave_graph();
    } else if (!was_in_graph) {
      scanner_.open_graph(window_);
    }
    statements_.finish();
    return true;
  }

  void report(bool in_graph) {
    const std::uint64_t line = lines_before_ + statements_.line();
    const std::uint32_t column = statements_.column();
    const Fault fault = explain_statement(statements_.text(), statements_.fault(), !has_read_, names_,
                                          {with_graphs_, in_graph, line, column});
    errors_.report(locate(fault, statements_.text(), file_.path, line, column));
  }

  const InputFile file_;
  const ReadOptions options_;
  ErrorPolicy& errors_;
  const bool with_graphs_;
  std::uint64_t lines_before_ = 0;
  bool has_read_;  // a statement of the document, or of the file before the document's bytes
  StatementWindow window_;
  StatementSplitter statements_;
  detail::DocumentNames names_;
  StatementScanner scanner_;
};

}  // namespace

std::unique_ptr<QuadReader> open_turtle(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors, std::size_t window_bytes) {
  return std::make_unique<TurtleReader>(std::move(file), std::move(bytes), std::move(options), errors, window_bytes);
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
  TurtleReader reader(file, std::move(bytes), with_base(file, options), errors, kStatementWindowBytes, part == 0);
  reader.begin_at(its.begin, parts.directives_before(its));
  while (reader.read_piece(sink)) {
  }
}

}  // namespace quadrille
