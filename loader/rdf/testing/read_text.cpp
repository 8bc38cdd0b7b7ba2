#include "loader/rdf/testing/read_text.hpp"

#include <fmt/format.h>

#include <memory>

#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille::testing {

Reading read_text(const std::string& text, const std::string& extension, const ReadOptions& options) {
  const TemporaryFolder folder;
  const InputFile file = list_input_files(std::vector{folder.write("document." + extension, text)}).front();
  Reading reading;
  struct Sink : QuadSink {
    explicit Sink(Reading& into) : reading(into) {}
    void quad(const QuadView& quad) override {
      const TextQuad terms = to_text(quad);
      reading.quads.push_back(terms[0] + " " + terms[1] + " " + terms[2] + (terms[3].empty() ? "" : " " + terms[3]));
    }
    Reading& reading;
  } sink(reading);
  ErrorPolicy errors = ErrorPolicy::skip(
      [&](const SyntaxErrorAt& error) {
        reading.errors.push_back(fmt::format("{}:{}: {}", error.line, error.column, error.reason));
        reading.rejects.push_back(error.text_of_line);
      },
      [&](std::string_view rest) { reading.rest += rest; });
  errors.set_warnings([&](const SyntaxErrorAt& warning) {
    reading.warnings.push_back(fmt::format("{}:{}: {}", warning.line, warning.column, warning.reason));
  });
  read_file(file, options, errors, sink);
  return reading;
}

void read_quads(const std::filesystem::path& file, const std::string& base, QuadSink& sink) {
  ErrorPolicy errors = ErrorPolicy::stop();
  read_file(list_input_files(std::vector{file.string()}).front(), {.base = base, .default_graph = ""}, errors, sink);
}

Graph read_graph(const std::filesystem::path& file, const std::string& base) {
  GraphSink sink;
  read_quads(file, base, sink);
  return sink.graph;
}

Graph graph_of_text(const std::string& text, const std::string& extension) {
  const InputFile file{"document", {parse_format(extension).syntax, Compression::none}};
  GraphSink sink;
  ErrorPolicy errors = ErrorPolicy::stop();
  const auto reader = open_quads(file, std::make_unique<TextSource>(text), {}, errors);
  while (reader->read_piece(sink)) {
  }
  return sink.graph;
}

}  // namespace quadrille::testing
