#pragma once

// A Layout is the arrangement of an answer within its format.
//
//   arrangement   formats        chosen by                                                    memory
//   streamed      all            the default                                                  constant
//   pretty        Turtle, TriG   pretty=true                                                  the whole answer
//   compacted     JSON-LD        context=IRI                                                  the whole answer
//   expanded      JSON-LD        profile=expanded                                             the whole answer
//   flattened     JSON-LD        profile=flattened, and context=IRI to compact it, too        the whole answer
//   canonical     N-Triples,     canonical=true: RDFC-1.0                                     the whole answer
//                 N-Quads
//
// JSON-LD is streamed in a form that is compacted with the known prefixes: the profiles compacted and streaming. The
// Accept header has profiles as IRIs: application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded".

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "query/results/result_format.hpp"

namespace quadrille::results {

enum class Arrangement : std::uint8_t { streamed, pretty, compacted, expanded, flattened, canonical };

struct Layout {
  Arrangement arrangement = Arrangement::streamed;
  std::string context = {};  // the IRI of a JSON-LD context; empty: none

  bool is_streamed() const { return arrangement == Arrangement::streamed; }
  bool operator==(const Layout&) const = default;
};

// What a client asks for.
struct LayoutRequest {
  std::string accept = {};  // the Accept header
  bool pretty = false;
  bool canonical = false;
  std::optional<std::string> profile = {};  // words or IRIs
  std::string context = {};                 // an IRI
};

// Error(user) if the format has no such layout. A profile of the Accept header that we do not know is ignored (RFC
// 6906); so are all profiles of other formats than JSON-LD.
Layout choose_layout(ResultFormat format, const LayoutRequest& request);

// The word for a profile of JSON-LD that is not streamed: compacted, expanded or flattened; empty for other layouts.
std::string_view profile_of(const Layout& layout);

// The Content-Type: media_type() with the profile of JSON-LD, and with version=1.2 if the answer is known to have terms
// that need RDF 1.2.
std::string content_type(ResultFormat format, const Layout& layout = {}, bool needs_version = false);

}  // namespace quadrille::results
