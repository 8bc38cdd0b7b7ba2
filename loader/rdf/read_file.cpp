#include "loader/rdf/read_file.hpp"

#include "base/error.hpp"
#include "base/iri_reference.hpp"
#include "loader/rdf/jsonld_reader.hpp"
#include "loader/rdf/line_reader.hpp"
#include "loader/rdf/rdfxml_reader.hpp"
#include "loader/rdf/term_faults.hpp"
#include "loader/rdf/turtle_reader.hpp"

namespace quadrille {

namespace {

void check_option(const char* name, const std::string& iri) {
  if (iri.empty()) return;
  if (const char* fault = iri_fault(iri)) fail(ErrorKind::user, "{} <{}>: {}", name, iri, fault);
  if (!has_scheme(iri))
    fail(ErrorKind::user, "{} <{}>: must be an absolute IRI, such as http://example.org/", name, iri);
}

}  // namespace

void read_file(const InputFile& file, const ReadOptions& options, ErrorPolicy& errors, QuadSink& sink,
               BytesRead* read) {
  check_option("--base", options.base);
  check_option("--graph", options.default_graph);
  switch (file.format.syntax) {
    case Syntax::ntriples:
    case Syntax::nquads:
      scan_lines(
          file, options, errors, [&](const QuadView& quad) { sink.quad(quad); }, read);
      return;
    case Syntax::turtle:
    case Syntax::trig:
      read_turtle(file, open_bytes(file, read), options, errors, sink);
      return;
    case Syntax::rdfxml:
      read_rdfxml(file, open_bytes(file, read), options, errors, sink);
      return;
    case Syntax::jsonld:
      read_jsonld(file, open_bytes(file, read), options, errors, sink);
      return;
  }
}

}  // namespace quadrille
