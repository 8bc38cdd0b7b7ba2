#pragma once

// The number by which the commands of a server name one of its databases, the same on all images: 0 is the default
// database, others count up from 1. A number is used again only
// when all others have been.

#include <cstdint>

namespace quadrille::server {

using DatabaseId = std::uint32_t;

inline constexpr DatabaseId kDefaultDatabase = 0;

}  // namespace quadrille::server
