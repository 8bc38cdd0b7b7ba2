#pragma once

// Reads a file in any syntax: the main function of this room.
//
//   ErrorPolicy errors = ErrorPolicy::stop();
//   for (const InputFile& file : list_input_files(paths)) read_file(file, options, errors, sink);
//
// Several readers can instead share a plain file of N-Triples or N-Quads, in ranges: scan_range() in
// loader/rdf/line_reader.hpp.

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Local. Passes every quad of `file` to `sink`. Errors in the document go to `errors`; exceptions of `sink` are passed
// on. `read`: see open_bytes().
void read_file(const InputFile& file, const ReadOptions& options, ErrorPolicy& errors, QuadSink& sink,
               BytesRead* read = nullptr);

}  // namespace quadrille
