// Converts between N-Quads and JSON-LD. For json_ld_test.py, which compares with another library.
//
//   standard input    for each document: "KIND PREFIXES BYTES\n", then PREFIXES lines "PREFIX IRI", then its bytes
//                     KIND: read (JSON-LD to N-Quads), or stream, expanded, flattened, compacted (N-Quads to JSON-LD)
//   standard output   for each document: "BYTES\n" and the bytes; if it cannot be converted, "-BYTES\n" and the reason

#include <iostream>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "loader/jsonld/json_ld_reader.hpp"
#include "loader/jsonld/testing/read_json_ld.hpp"
#include "loader/jsonld/testing/read_nquads.hpp"
#include "loader/jsonld/testing/write_json_ld.hpp"
#include "loader/jsonld/write/document_writer.hpp"

namespace {

using namespace quadrille;

class NQuadsSink : public QuadSink {
 public:
  void quad(const QuadView& quad) override {
    for (const TermView& term : {quad.subject, quad.predicate, quad.object}) add(term);
    if (quad.graph) add(*quad.graph);
    text += ".\n";
  }
  std::string text;

 private:
  void add(const TermView& term) {
    append_ntriples(text, term);
    text += ' ';
  }
};

std::string converted(const std::string& kind, const std::vector<DeclaredPrefix>& prefixes, const std::string& text) {
  jsonld::RemoteContexts remote(nullptr);
  if (kind == "read") {
    NQuadsSink sink;
    jsonld::testing::read_json_ld(text, remote, {}, sink);
    return sink.text;
  }
  if (kind == "stream") {
    jsonld::testing::JsonLdSink sink(prefixes);
    jsonld::testing::read_nquads(text, sink);
    return sink.finish();
  }
  jsonld::DocumentOptions options;
  options.form = jsonld::form_of_profile(kind).value();
  jsonld::DocumentWriter writer(remote, options);
  jsonld::testing::read_nquads(text, writer);
  return writer.finish();
}

std::string taken(std::size_t bytes) {
  std::string text(bytes, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(bytes));
  return text;
}

}  // namespace

int main() {
  std::string kind;
  std::size_t count = 0, bytes = 0;
  while (std::cin >> kind >> count >> bytes) {
    std::cin.get();
    std::vector<DeclaredPrefix> prefixes;
    for (std::string line; prefixes.size() < count && std::getline(std::cin, line);) {
      prefixes.emplace_back(line.substr(0, line.find(' ')), line.substr(line.find(' ') + 1));
    }
    std::string result, sign;
    try {
      result = converted(kind, prefixes, taken(bytes));
    } catch (const Error& error) {
      result = error.what();
      sign = "-";
    }
    std::cout << sign << result.size() << "\n" << result << std::flush;
  }
}
