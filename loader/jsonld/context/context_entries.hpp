#pragma once

// The entries of a context definition that are no terms: @base, @vocab, @language, ... (JSON-LD 1.1 API, 4.1, steps 5.5
// to 5.11). Each function checks its entry, if there is one, and sets what it defines. JsonLdError. Local.

#include <string_view>

#include "loader/jsonld/context/active_context.hpp"
#include "loader/jsonld/context/process_context.hpp"

namespace quadrille::jsonld {

// True for the keys of these entries and of @protected and @import.
bool is_context_entry(std::string_view key);

void check_version(Value context, ProcessingMode mode);
void check_propagate(Value context, ProcessingMode mode);
void set_base(ActiveContext& active, Value context);
void set_vocabulary(ActiveContext& active, Value context, ProcessingMode mode);
void set_default_language(ActiveContext& active, Value context);
void set_default_direction(ActiveContext& active, Value context, ProcessingMode mode);

// Of "ltr", "rtl" or null (Direction::none). JsonLdError (invalid base direction) for other values.
Direction direction_of(Value value);

}  // namespace quadrille::jsonld
