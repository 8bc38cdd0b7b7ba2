#pragma once

// For tests and fuzzing: reads a document of Turtle or TriG with and without the scanner of plain statements. Both
// readings must have the same quads in the same order, the same labels and the same errors.

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/term.hpp"
#include "loader/rdf/serd_reader.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille::testing {

struct DocumentReading {
  std::vector<std::string> quads;
  std::vector<std::string> errors;  // with the text of the statement
  std::string broken_promise;       // of QuadView: same_subject and same_predicate; empty: none
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

inline DocumentReading read_document(std::string_view text, Syntax syntax, TurtleReading how) {
  DocumentReading reading;
  DocumentSink sink(reading);
  ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) {
    reading.errors.push_back(
        fmt::format("{}:{}: {} in {}", error.line, error.column, error.reason, error.text_of_line));
  });
  const InputFile file{"document", {syntax, Compression::none}};
  auto source = std::make_unique<TextSource>(std::string(text), how.window_bytes);
  const auto reader = open_turtle(file, std::move(source), {.base = "http://b/d/f", .default_graph = ""}, errors, how);
  while (reader->read_piece(sink)) {
  }
  return reading;
}

// Numbers the anonymous nodes of the quads in their order. After a malformed statement a new Serd reader starts, which
// may or may not skip the number that the previous one had reserved at the end of a list.
inline std::vector<std::string> renumbered(std::vector<std::string> quads) {
  constexpr std::string_view kMark = "_:genid";
  std::map<std::string, std::size_t> numbers;
  for (std::string& quad : quads) {
    for (std::size_t at = quad.find(kMark); at != std::string::npos; at = quad.find(kMark, at + 1)) {
      const std::size_t end = quad.find_first_of(" >", at);
      const std::string label = quad.substr(at, end - at);
      const std::size_t number = numbers.emplace(label, numbers.size() + 1).first->second;
      quad.replace(at, label.size(), fmt::format("{}{}", kMark, number));
    }
  }
  return quads;
}

// Returns the difference between the readings; empty if there is none.
inline std::string difference(std::string_view text, Syntax syntax, std::size_t window_bytes) {
  const DocumentReading judged = read_document(text, syntax, {.scans = false, .window_bytes = window_bytes});
  const DocumentReading scanned = read_document(text, syntax, {.scans = true, .window_bytes = window_bytes});
  const auto first = [](const std::vector<std::string>& expected, const std::vector<std::string>& found) {
    std::size_t at = 0;
    while (at < expected.size() && at < found.size() && expected[at] == found[at]) ++at;
    if (at == expected.size() && at == found.size()) return std::string();
    return fmt::format("number {}: Serd {}\n  scanner {}", at, at < expected.size() ? expected[at] : "has no more",
                       at < found.size() ? found[at] : "has no more");
  };
  const bool same_numbers = judged.errors.empty();
  const std::string quad =
      same_numbers ? first(judged.quads, scanned.quads) : first(renumbered(judged.quads), renumbered(scanned.quads));
  if (!quad.empty()) return "quad " + quad;
  if (const std::string error = first(judged.errors, scanned.errors); !error.empty()) return "error " + error;
  return judged.broken_promise.empty() ? scanned.broken_promise : judged.broken_promise;
}

}  // namespace quadrille::testing
