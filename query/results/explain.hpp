#pragma once

// Whether a query is answered or explained (explanation.hpp).

#include <cstdint>

namespace quadrille::query {

enum class Explain : std::uint8_t {
  none,     // the answer itself
  plan,     // how the query would be run, with estimated rows; it is not run
  profile,  // it is run to its end, the answer is counted and thrown away
};

}  // namespace quadrille::query
