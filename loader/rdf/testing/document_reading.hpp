#pragma once

// For tests and fuzzing: reads a document of Turtle or TriG, and compares the two implementations of the grammar: the
// scanner takes exactly the statements in which StatementCheck finds no fault, and the lines in which LineCheck finds
// none.

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/term.hpp"
#include "base/text.hpp"
#include "loader/rdf/detail/directive_scanner.hpp"
#include "loader/rdf/detail/line_check.hpp"
#include "loader/rdf/detail/statement_check.hpp"
#include "loader/rdf/statement_splitter.hpp"
#include "loader/rdf/testing/text_source.hpp"
#include "loader/rdf/turtle_reader.hpp"

namespace quadrille::testing {

inline constexpr const char* kDocumentBase = "http://b/d/f";

struct DocumentReading {
  std::vector<std::string> quads;
  std::vector<std::string> errors;   // with the text of the statement
  std::vector<std::string> rejects;  // the malformed statements
  std::string broken_promise;        // of QuadView: same_subject and same_predicate; empty: none
};

class DocumentSink : public QuadSink {
 public:
  explicit DocumentSink(DocumentReading& to) : to_(to) {}

  void quad(const QuadView& quad) override {
    std::string line;
    for (const TermView term : {quad.subject, quad.predicate, quad.object}) (append_ntriples(line, term), line += ' ');
    if (quad.graph) append_ntriples(line, *quad.graph);
    if (quad.same_subject && quad.subject != subject_.view()) to_.broken_promise = "another subject: " + line;
    if (quad.same_predicate && quad.predicate != predicate_.view()) to_.broken_promise = "another predicate: " + line;
    subject_ = Term(quad.subject);
    predicate_ = Term(quad.predicate);
    to_.quads.push_back(std::move(line));
  }

 private:
  DocumentReading& to_;
  Term subject_, predicate_;
};

inline DocumentReading read_document(std::string_view text, Syntax syntax,
                                     std::size_t window_bytes = kStatementWindowBytes) {
  DocumentReading reading;
  DocumentSink sink(reading);
  ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) {
    reading.errors.push_back(
        fmt::format("{}:{}: {} in {}", error.line, error.column, error.reason, error.text_of_line));
    reading.rejects.push_back(error.text_of_line);
  });
  const InputFile file{"document", {syntax, Compression::none}};
  auto source = std::make_unique<TextSource>(std::string(text), window_bytes);
  const auto reader =
      open_turtle(file, std::move(source), {.base = kDocumentBase, .default_graph = ""}, errors, window_bytes);
  while (reader->read_piece(sink)) {
  }
  return reading;
}

// By the check of the grammar of N-Triples or N-Quads, without a base.
inline bool is_well_formed_line(std::string_view line, Syntax syntax) {
  const detail::DocumentNames names("", false);
  return is_valid_utf8(line) && !detail::LineCheck(line, names, syntax == Syntax::nquads).find();
}

// `text` up to the first "{".
inline std::string header_of(std::string_view text) {
  Token token = next_token(text, 0, true);
  while (token.kind != TokenKind::open_brace) token = next_token(text, token.end, true);
  return std::string(text.substr(0, token.end));
}

// The statements that are malformed by the splitter or by the check of the grammar; none has been scanned.
inline std::vector<std::string> malformed_statements(std::string_view text, Syntax syntax) {
  std::vector<std::string> found;
  const bool with_graphs = syntax == Syntax::trig;
  StatementWindow window(std::make_unique<TextSource>(std::string(text)));
  StatementSplitter statements(window, with_graphs);
  detail::DocumentNames names(kDocumentBase, true);
  bool is_graph_malformed = false;  // the header of the graph around the statement
  for (;;) {
    const bool in_graph = statements.in_graph();
    if (const std::size_t size = in_graph ? 0 : detail::take_directive(window, names)) {
      window.advance(size);
      continue;
    }
    if (!statements.next()) return found;
    const std::string statement(statements.text());
    const bool is_malformed = statements.fault() || (in_graph && is_graph_malformed) ||
                              detail::StatementCheck(statement, names, {with_graphs, in_graph}).find();
    if (is_malformed) found.push_back(statement);
    if (!in_graph && statements.in_graph()) {
      const std::string graph = is_malformed ? header_of(statement) + "}" : "";
      is_graph_malformed =
          is_malformed && (!is_valid_utf8(graph) || detail::StatementCheck(graph, names, {with_graphs, false}).find());
    }
    statements.finish();
  }
}

// The first difference; empty if there is none.
inline std::string first_difference(const std::vector<std::string>& expected, const std::vector<std::string>& found) {
  std::size_t at = 0;
  while (at < expected.size() && at < found.size() && expected[at] == found[at]) ++at;
  if (at == expected.size() && at == found.size()) return {};
  return fmt::format("number {}: expected {}\n  found {}", at, at < expected.size() ? expected[at] : "no more",
                     at < found.size() ? found[at] : "no more");
}

// Returns what is wrong with the reading of a document; empty if nothing is.
inline std::string fault_of_reading(std::string_view text, Syntax syntax, std::size_t window_bytes) {
  const DocumentReading reading = read_document(text, syntax, window_bytes);
  const std::string difference = first_difference(malformed_statements(text, syntax), reading.rejects);
  return difference.empty() ? reading.broken_promise : "malformed statement " + difference;
}

}  // namespace quadrille::testing
