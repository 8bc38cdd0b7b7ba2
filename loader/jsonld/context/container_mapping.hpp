#pragma once

// Container mappings of terms (JSON-LD 1.1 API, 4.2, step 19). Local.

#include <optional>
#include <string_view>

#include "loader/jsonld/context/process_context.hpp"
#include "loader/jsonld/context/term_definition.hpp"

namespace quadrille::jsonld {

std::optional<Container> container_named(std::string_view keyword);

// Sets the containers of `definition`, and the type that @type needs, from the entry @container, if there is one.
// JsonLdError: invalid container mapping, invalid type mapping.
void set_container(std::string_view term, Value value, TermDefinition& definition, ProcessingMode mode);

}  // namespace quadrille::jsonld
