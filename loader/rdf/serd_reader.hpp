#pragma once

// Turtle and TriG: plain statements by our scanner (loader/rdf/statement_scanner.hpp), all others by Serd, one at a
// time (loader/rdf/statement_splitter.hpp, loader/rdf/plain_tokens.hpp). Which of them has read a statement nobody can
// tell.
//
// The document is streamed; a statement's quads are given out when all of it is known to be well-formed. With a policy
// that skips, a malformed statement gives no quads and the next one is read. Sources: RDF 1.1 Turtle; RDF 1.1 TriG.
// Cost: see README.

#include <memory>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/statement_window.hpp"
#include "loader/rdf/syntax_error.hpp"
#include "loader/rdf/turtle_parts.hpp"

namespace quadrille {

// Local. `bytes` are those of `file`, whose syntax is turtle or trig.
void read_turtle(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink);

// Local. The quads of part number `part` of the file (loader/rdf/turtle_parts.hpp), which is opened here. Read part by
// part, whoever does, in any order, it gives what it gives as a whole. (But nodes without a label may have other
// numbers behind a malformed statement.)
void read_turtle_part(const InputFile& file, const TurtleParts& parts, std::size_t part, const ReadOptions& options,
                      ErrorPolicy& errors, QuadSink& sink);

// How the reader works inside; the quads and errors are the same.
struct TurtleReading {
  bool scans = true;  // false: Serd judges every statement, for tests that compare
  std::size_t window_bytes = kStatementWindowBytes;
};

// The same as open_quads() gives it: a piece is a statement, and an empty options.base is none.
std::unique_ptr<QuadReader> open_turtle(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors, TurtleReading reading = {});

}  // namespace quadrille
