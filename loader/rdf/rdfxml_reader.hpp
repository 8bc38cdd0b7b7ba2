#pragma once

// Reads RDF/XML, including DOCTYPEs and entities of OWL files if the document itself declares them. External entities
// and DTDs are never fetched; using one is an error.
//
// The grammar is our own, over libxml2's events. raptor2 2.0.15, the usual choice, was tried and rejected: it loses
// xml:lang on every property that is written as an attribute, drops external entities from texts without an error,
// skips rdf:aboutEach with only a warning, reports no column, and for broken XML no line.
//
// The document is streamed. With a policy that skips, an element that breaks the grammar is skipped with its content;
// where the XML itself is broken, the file ends, and its rest goes to the policy. Other rejects have no text. Source:
// RDF 1.1 XML Syntax. Memory: one chunk of the document and its quads, and every rdf:ID.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Local. `bytes` are those of `file`.
void read_rdfxml(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink);

// Local. Returns why a document that begins with `head` cannot be read as RDF/XML at all: its XML is broken before the
// outermost element, or that element is not RDF/XML. `base`: ReadOptions::base. Nullopt: some of it may be readable.
std::optional<SyntaxErrorAt> refused_rdfxml(const InputFile& file, std::string_view head, const std::string& base);

// The reader of open_quads() for RDF/XML: a piece is a chunk of the document, and an empty options.base means no base.
std::unique_ptr<QuadReader> open_rdfxml(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors);

}  // namespace quadrille
