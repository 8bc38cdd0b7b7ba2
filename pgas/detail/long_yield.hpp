#pragma once

#include <chrono>

namespace quadrille::pgas::detail {

// A yield that took longer: other work than that of waiting images runs on the core. It goes on for whole time slices;
// a sleeping thread is woken before they end.
inline constexpr std::chrono::microseconds kLongYield{500};

}  // namespace quadrille::pgas::detail
