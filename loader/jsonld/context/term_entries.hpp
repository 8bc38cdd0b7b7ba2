#pragma once

// The entries of a term definition that depend on no other term (JSON-LD 1.1 API, 4.2, steps 11 and 22 to 26). Each
// function checks its entry, if there is one, and sets what it defines. JsonLdError. Local.

#include <string_view>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/process_context.hpp"
#include "loader/jsonld/context/term_definition.hpp"

namespace quadrille::jsonld {

// false if there is no such entry.
bool boolean_entry(Value value, std::string_view key, ErrorCode code);

void set_language_and_direction(std::string_view term, Value value, TermDefinition& definition);
void set_nest(std::string_view term, Value value, TermDefinition& definition);
void set_prefix(std::string_view term, Value value, TermDefinition& definition);

// Refuses unknown entries.
void check_term_entries(std::string_view term, Value value);
// In the mode of 1.0, refuses entries that 1.1 added.
void check_1_0_entries(std::string_view term, Value value, ProcessingMode mode);

}  // namespace quadrille::jsonld
