#pragma once

// A look at the first bytes of every input file before the first is read, so that one file that is no RDF does not end
// a build of thousands after all others have been read.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "loader/build/build_context.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Local. Gives a file that is compressed without a name that shows it its compression. Returns why it cannot be what it
// is to be read as (loader/rdf/unfit_content.hpp, refused_rdfxml()), if so. Pipes are left alone. Cost: a few kilobytes
// are read.
std::optional<SyntaxErrorAt> check_head(InputFile& file, const std::string& base);

// Collective: each image looks at its share of `files` by check_head(). Files that cannot be read are an error,
// ErrorKind::syntax, if the build stops at malformed data; else they are marked in `files`, on all images, and returned
// by the image that has found them.
std::vector<SyntaxErrorAt> check_heads(BuildContext& context, std::span<InputFile> files);

}  // namespace quadrille
