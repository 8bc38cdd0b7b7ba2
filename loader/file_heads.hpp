#pragma once

// A look at the first bytes of every input file before the first is read, so that one file that is no RDF does not end
// a build of thousands after all others have been read.

#include <span>
#include <vector>

#include "loader/build_context.hpp"
#include "loader/input_file.hpp"
#include "loader/syntax_error.hpp"

namespace quadrille {

// Collective: each image looks at its share of `files`. Files that are compressed without a name that shows it get
// their compression. Files that cannot be what they are to be read as (loader/unfit_content.hpp, refused_rdfxml()) are
// an error, ErrorKind::syntax, if the build stops at malformed data; else they are marked in `files`, on all images,
// and returned by the image that has found them. Pipes are left alone. Cost: a few kilobytes of each file are read.
std::vector<SyntaxErrorAt> check_heads(BuildContext& context, std::span<InputFile> files);

}  // namespace quadrille
