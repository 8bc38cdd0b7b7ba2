#pragma once

// For tests: reads a text with a JsonLdReader.

#include <string_view>

#include "loader/jsonld/json_ld_reader.hpp"

namespace quadrille::jsonld::testing {

// The bytes of the text, at most `step` at a time. The text outlives the function.
ReadBytes bytes_of(std::string_view text, std::size_t step);

// Passes on all quads. Throws the first error.
void read_json_ld(std::string_view text, RemoteContexts& remote, const ReaderOptions& options, QuadSink& sink);

}  // namespace quadrille::jsonld::testing
