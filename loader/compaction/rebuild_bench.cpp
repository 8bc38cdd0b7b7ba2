// Rebuilds a database without changes, beside itself, and shows the time. Not part of the tests. Nothing is switched.
//
//   mpiexec -n 2 build/release/bin/rebuild_bench FOLDER

#include <cstdio>
#include <exception>

#include "base/clock.hpp"
#include "loader/compaction/generation_files.hpp"
#include "loader/compaction/rebuild_generation.hpp"
#include "loader/database/database.hpp"
#include "pgas/job.hpp"

int main(int argc, char** argv) {
  using namespace quadrille;
  if (argc != 2) {
    std::fprintf(stderr, "usage: rebuild_bench FOLDER\n");
    return 1;
  }
  try {
    pgas::Job job({});
    const Database database(argv[1]);
    const Snapshot snapshot(database.generation());
    const Manifest& old = database.generation().manifest();
    const Stopwatch watch;
    const Manifest next =
        rebuild_generation(job.team(), {snapshot, database.dictionary(), 0, old.blank_nodes}).manifest;
    const double seconds = watch.seconds();
    if (job.is_first()) {
      std::printf("%llu quads in %.3f s\n", static_cast<unsigned long long>(next.default_quads + next.named_quads),
                  seconds);
      give_up_generation(argv[1], next.generation);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    pgas::Job::abort(1);
  }
}
