#pragma once

// Checks the first bytes of every input file before reading any file, so that a file that is no RDF does not end a
// build of thousands of files after all others have been read.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "loader/build/build_context.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Local. Detects the compression of a file, whatever its name shows, and records it in `file`. Returns an error if the
// file cannot have the expected syntax (loader/rdf/unfit_content.hpp, refused_rdfxml()). Does not read from pipes.
// Cost: reads a few kilobytes.
std::optional<SyntaxErrorAt> check_head(InputFile& file, const std::string& base);

// Collective: each image calls check_head() for its share of `files`. Unreadable files are an error, ErrorKind::syntax,
// if the build stops at malformed data. Otherwise they are marked in `files` on all images, and the image that has
// found them returns them.
std::vector<SyntaxErrorAt> check_heads(BuildContext& context, std::span<InputFile> files);

}  // namespace quadrille
