#pragma once

// Explain selects if a query is answered or explained (explanation.hpp).

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::query {

enum class Explain : std::uint8_t {
  none,     // the answer itself
  plan,     // the plan with estimated rows; the query is not run
  rules,    // the same, with the steps of planning and the rules that changed the plan
  profile,  // the query is run to its end; the answer is counted and discarded
};

// The names that users write: "plan", "rules", "profile"; nullopt for other words.
std::optional<Explain> find_explain(std::string_view name);
std::string_view name(Explain explain);

// True if the query is run.
inline bool runs(Explain explain) {
  return explain == Explain::none || explain == Explain::profile;
}

}  // namespace quadrille::query
