#pragma once

// The measured operations. All are collective; `bytes` bounds the large sizes.

#include <cstddef>
#include <cstdint>

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

// Random walks of 80 steps through tables of all groups, `tasks` of them on each image. An answer from
// another group takes 0, 1, 10 or 100 us longer than it does; with one group all answers do.
void measure_light_tasks(Gauge& gauge, pgas::Job& job, std::uint64_t tasks);

}  // namespace quadrille::bench
