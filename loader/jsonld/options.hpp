#pragma once

// The options of the JSON-LD algorithms (JSON-LD 1.1 API, 9.3, JsonLdOptions), and their input.

#include <optional>
#include <string>

#include "loader/jsonld/context/process_context.hpp"
#include "loader/jsonld/json/document.hpp"
#include "loader/jsonld/rdf/rdf_direction.hpp"

namespace quadrille::jsonld {

struct Options {
  std::optional<std::string> base;  // instead of the IRI of the document
  DocumentPtr expand_context;       // applied before that of the document
  bool compact_arrays = true;       // arrays of one item become the item
  bool compact_to_relative = true;  // IRIs become relative to the base
  bool ordered = false;             // entries in the order of code points
  ProcessingMode mode = ProcessingMode::json_ld_1_1;
  RdfDirection rdf_direction = RdfDirection::native;
  bool use_native_types = false;  // from RDF: numbers and booleans of JSON
  bool use_rdf_type = false;      // from RDF: rdf:type as a property
  // Refuses objects whose keys are not in the order of the streaming profile: @context, @type, others (JSON-LD 1.1
  // Streaming, 3). The reader of this room does not need that order within an element.
  bool streaming_profile = false;
};

// A document and where it comes from.
struct Input {
  Value document;
  std::optional<std::string> url;
  std::optional<std::string> context_url;  // of a Link header
};

}  // namespace quadrille::jsonld
