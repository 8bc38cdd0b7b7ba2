#include "loader/jsonld/testing/read_nquads.hpp"

#include <memory>

#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille::jsonld::testing {

void read_nquads(const std::string& text, QuadSink& sink) {
  ErrorPolicy errors = ErrorPolicy::stop();
  const InputFile file{"text.nq", {Syntax::nquads, Compression::none}};
  const auto reader = open_quads(file, std::make_unique<quadrille::testing::TextSource>(text), {}, errors);
  while (reader->read_piece(sink)) {
  }
}

}  // namespace quadrille::jsonld::testing
