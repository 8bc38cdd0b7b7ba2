#pragma once

// The measured operations. All are collective; `bytes` bounds the large sizes.

#include <cstddef>

#include "bench/pgas/gauge.hpp"
#include "bench/pgas/raw_mpi.hpp"
#include "pgas/job.hpp"

namespace quadrille::bench {

// Image 0 puts to, gets from and adds at another image of its group and the first one of the next group. The target
// waits in a barrier, or computes and never calls the engine.
void measure_one_sided(Gauge& gauge, pgas::Job& job, RawMpi& raw, std::size_t largest_bytes);

// Barrier, gathers, coexchange.
void measure_collectives(Gauge& gauge, pgas::Job& job, RawMpi& raw);

// All images to all images, blocks of the same size, `1 KB .. largest_bytes` from an image in all. Received data are
// read.
void measure_exchanges(Gauge& gauge, pgas::Job& job, RawMpi& raw, std::size_t largest_bytes);

}  // namespace quadrille::bench
