#pragma once

// Reads Turtle and TriG: statements with a scanner (loader/rdf/statement_scanner.hpp), directives with the lexer. A
// statement that neither takes is malformed: the splitter finds its end (loader/rdf/statement_splitter.hpp), a check of
// the grammar its fault (loader/rdf/explain_fault.hpp).
//
// The document is streamed; the quads of a statement are passed on when the whole statement is known to be well-formed.
// With a policy that skips, a malformed statement has no quads and reading continues with the next one. Sources: RDF
// 1.1 Turtle; RDF 1.1 TriG. Cost: see README.

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

// Local. Opens the file and reads its part number `part` (loader/rdf/turtle_parts.hpp). All parts together, in any
// order and by any readers, have the quads of the whole file. (But nodes without a label may have other numbers after a
// malformed statement.)
void read_turtle_part(const InputFile& file, const TurtleParts& parts, std::size_t part, const ReadOptions& options,
                      ErrorPolicy& errors, QuadSink& sink);

// The reader of open_quads() for Turtle: a piece is a statement, and an empty options.base means no base. Quads and
// errors do not depend on window_bytes.
std::unique_ptr<QuadReader> open_turtle(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors, std::size_t window_bytes = kStatementWindowBytes);

}  // namespace quadrille
