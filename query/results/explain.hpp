#pragma once

// Explain selects if a query is answered or explained (explanation.hpp).

#include <cstdint>

namespace quadrille::query {

enum class Explain : std::uint8_t {
  none,     // the answer itself
  plan,     // the plan with estimated rows; the query is not run
  profile,  // the query is run to its end; the answer is counted and discarded
};

}  // namespace quadrille::query
