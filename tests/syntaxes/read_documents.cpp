// Reads documents, and writes for each the number of quads or the first fault. For agreement_test.py, which compares
// this with another parser: a process for each document would be too slow.
//
//   standard input    for each document: "SYNTAX BYTES\n", then its bytes; SYNTAX: nt nq ttl trig rdf
//   standard output   for each document: "QUADS\n" if it is accepted, else "LINE:COLUMN: reason\n" of its first fault,
//                     followed by "\tQUADS REJECTS" of the same document with faults skipped

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace {

using namespace quadrille;

class CountedQuads : public QuadSink {
 public:
  void quad(const QuadView&) override { ++count; }
  std::uint64_t count = 0;
};

std::uint64_t read(const std::string& text, Syntax syntax, ErrorPolicy& errors) {
  const InputFile file{"document", {syntax, Compression::none}};
  CountedQuads quads;
  const bool has_base = syntax != Syntax::ntriples && syntax != Syntax::nquads;
  const auto reader = open_quads(file, std::make_unique<testing::TextSource>(text),
                                 {.base = has_base ? "http://base/d/f" : "", .default_graph = ""}, errors);
  while (reader->read_piece(quads)) {
  }
  return quads.count;
}

std::string outcome(const std::string& text, Syntax syntax) {
  std::string first;
  ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) {
    if (first.empty()) first = fmt::format("{}:{}: {}", error.line, error.column, error.reason);
  });
  const std::uint64_t quads = read(text, syntax, errors);
  return first.empty() ? std::to_string(quads) : fmt::format("{}\t{} {}", first, quads, errors.rejects());
}

}  // namespace

int main() {
  std::string syntax;
  std::size_t bytes = 0;
  while (std::cin >> syntax >> bytes) {
    std::cin.get();
    std::string text(bytes, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(bytes));
    std::puts(outcome(text, parse_format(syntax).syntax).c_str());
  }
}
