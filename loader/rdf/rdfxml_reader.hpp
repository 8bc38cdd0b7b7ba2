#pragma once

// RDF/XML, with the DOCTYPEs and entities of OWL files as long as these are in the document itself: external entities
// and DTDs are never fetched, and to use one is an error.
//
// The grammar is ours, over libxml2's events. raptor2 2.0.15, the usual choice, was tried: it loses xml:lang on every
// property that is written as an attribute, drops external entities from texts without a word, passes over
// rdf:aboutEach with a warning, and knows no column, nor for broken XML the line.
//
// The document is streamed. With a policy that skips, an element that breaks the grammar is passed over with all that
// is in it; where the XML itself is broken, the file ends, and its rest goes to the policy. Other rejects have no text.
// Source: RDF 1.1 XML Syntax. Memory: one chunk of the document and its quads, and every rdf:ID.

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

// Local. Why nothing of a document that begins with `head` can be read as RDF/XML: its XML is broken before
// the outermost element, or that is none of RDF/XML. `base`: ReadOptions::base. Nullopt: something may be read.
std::optional<SyntaxErrorAt> refused_rdfxml(const InputFile& file, std::string_view head, const std::string& base);

// The same as open_quads() gives it: a piece is a chunk of the document, and an empty options.base is none.
std::unique_ptr<QuadReader> open_rdfxml(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors);

}  // namespace quadrille
