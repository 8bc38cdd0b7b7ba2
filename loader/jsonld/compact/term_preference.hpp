#pragma once

// A TermPreference is what compaction prefers in the term for an IRI, given a value of it (JSON-LD 1.1 API, 6.2, steps
// 4.1 to 4.19). Local.

#include <string>
#include <string_view>
#include <vector>

#include "loader/jsonld/context/inverse_context.hpp"
#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

struct TermPreference {
  std::vector<std::string_view> containers;  // the best first
  TermKey key = TermKey::language;
  std::vector<std::string> values;  // the best first
};

TermPreference term_preference(const ActiveContext& context, Value value, bool reverse);

}  // namespace quadrille::jsonld
