#include "loader/rdf/quad_reader.hpp"

#include <utility>

#include "loader/rdf/jsonld_reader.hpp"
#include "loader/rdf/line_reader.hpp"
#include "loader/rdf/rdfxml_reader.hpp"
#include "loader/rdf/turtle_reader.hpp"

namespace quadrille {

namespace {

class Lines final : public QuadReader {
 public:
  Lines(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options, ErrorPolicy& errors)
      : file_(std::move(file)), options_(std::move(options)), reader_(file_, std::move(bytes), options_, errors) {}

  bool read_piece(QuadSink& sink) override {
    return reader_.read_window([&](const QuadView& quad) { sink.quad(quad); });
  }

 private:
  const InputFile file_;  // the reader refers to both
  const ReadOptions options_;
  LineReader reader_;
};

}  // namespace

std::unique_ptr<QuadReader> open_quads(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                       ErrorPolicy& errors) {
  switch (file.format.syntax) {
    case Syntax::turtle:
    case Syntax::trig:
      return open_turtle(std::move(file), std::move(bytes), std::move(options), errors);
    case Syntax::rdfxml:
      return open_rdfxml(std::move(file), std::move(bytes), std::move(options), errors);
    case Syntax::jsonld:
      return open_jsonld(std::move(file), std::move(bytes), std::move(options), errors);
    case Syntax::ntriples:
    case Syntax::nquads:
      break;
  }
  return std::make_unique<Lines>(std::move(file), std::move(bytes), std::move(options), errors);
}

}  // namespace quadrille
