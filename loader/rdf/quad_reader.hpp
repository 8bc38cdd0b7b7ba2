#pragma once

// A QuadReader reads a document in any syntax piece by piece, on request. It is for callers that cannot use a callback,
// such as a step that all images do together. read_file() in loader/rdf/read_file.hpp reads a whole file.
//
//   auto reader = open_quads({.path = name, .format = {Syntax::turtle}}, std::move(bytes), {.base = base}, errors);
//   while (reader->read_piece(sink)) ...
//
// A piece is a window of lines, a Turtle statement, 64 KiB of RDF/XML, or a node object or document of JSON-LD. Memory:
// such a piece. To stop early, destroy the reader. Errors in the document go to the policy; read_piece() throws errors
// of the bytes.

#include <memory>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

class QuadReader {
 public:
  virtual ~QuadReader() = default;
  // Local. Passes the quads of the next piece, perhaps none, to `sink`. Returns false at the end of the document.
  virtual bool read_piece(QuadSink& sink) = 0;
};

// `file` has the syntax, and its path is the name for errors; `bytes` supplies the bytes. options.base is used
// unchanged: empty means no base. `errors` outlives the reader.
std::unique_ptr<QuadReader> open_quads(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                       ErrorPolicy& errors);

}  // namespace quadrille
