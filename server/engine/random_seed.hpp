#pragma once

#include <cstdint>

namespace quadrille::server {

// Local; any thread. The seed of RAND, UUID and labels of one request, which cannot be guessed from those of others.
// The system's random numbers are read once a thread, as that takes as long as a short update.
std::uint64_t next_seed();

}  // namespace quadrille::server
