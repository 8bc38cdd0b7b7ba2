#pragma once

// RDF/XML, read by raptor2, with the DOCTYPEs and entities of OWL files as long as these are in the document itself:
// external entities, other files and the network stay off.
//
// A warning of raptor2 is not an error. With a policy that skips, what raptor2 can go on from is skipped; where the XML
// itself is broken, the file ends there. Rejects have no text: raptor2 knows only where it is, not where the statement
// began. Source: RDF 1.1 XML Syntax. Cost: raptor2's; one chunk of the document and its quads are in memory, and all
// rdf:ID.

#include <memory>

#include "loader/byte_source.hpp"
#include "loader/quad_sink.hpp"
#include "loader/read_options.hpp"
#include "loader/syntax_error.hpp"

namespace quadrille {

// Local. `bytes` are those of `file`.
void read_rdfxml(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink);

}  // namespace quadrille
