#pragma once

// The front door: any file in any syntax.
//
//   ErrorPolicy errors = ErrorPolicy::stop();
//   for (const InputFile& file : list_input_files(paths)) read_file(file, options, errors, sink);
//
// N-Triples and N-Quads in plain files may be read in ranges by many instead: scan_range() in
// loader/rdf/line_reader.hpp.

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Local. Gives every quad of `file` to `sink`. Errors in the document go to `errors`; what `sink` throws comes out.
// `read`: open_bytes() says.
void read_file(const InputFile& file, const ReadOptions& options, ErrorPolicy& errors, QuadSink& sink,
               BytesRead* read = nullptr);

}  // namespace quadrille
