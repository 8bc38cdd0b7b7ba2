#pragma once

// Reads JSON-LD 1.1 (loader/jsonld), documents and JSON lines: a piece is an item of an array or of @graph, or a
// document on a line. A malformed piece has no quads, and reading goes on behind it.
//
// Large documents: loader/jsonld/README.md. The order of quads is that of the document. The first document of a stream
// has blank nodes with the labels as written; those of later documents differ from them.

#include <memory>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// The reader of open_quads() for JSON-LD; an empty options.base means no base.
std::unique_ptr<QuadReader> open_jsonld(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors);

// Local. The base is options.base, or the file's own IRI if that is empty.
void read_jsonld(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink);

}  // namespace quadrille
