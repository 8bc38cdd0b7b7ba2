#pragma once

// A document in any syntax, read piece by piece as somebody asks for it: for who cannot be called back, such as a step
// that all images do together. Reading a whole file is read_file() in loader/rdf/read_file.hpp.
//
//   auto reader = open_quads({.path = name, .format = {Syntax::turtle}}, std::move(bytes), {.base = base}, errors);
//   while (reader->read_piece(sink)) ...
//
// A piece is a window of lines, a Turtle statement or 64 KiB of RDF/XML. Memory: such a piece. To give a document up,
// destroy the reader. Errors in the document go to the policy, those of the bytes come out of read_piece().

#include <memory>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

class QuadReader {
 public:
  virtual ~QuadReader() = default;
  // Local. Gives the quads of the next piece, perhaps none, to `sink`; false: the document has ended.
  virtual bool read_piece(QuadSink& sink) = 0;
};

// `file` says the syntax, and by its path the name for errors; the bytes come from `bytes`, wherever that reads them.
// options.base stands as it is: empty means that there is none. `errors` outlives the reader.
std::unique_ptr<QuadReader> open_quads(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                       ErrorPolicy& errors);

}  // namespace quadrille
