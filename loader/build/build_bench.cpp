// Builds a database, dumps it to nowhere, and shows the time of each step. Tests use it only for crashes.
//
//   mpiexec -n 2 build/release/bin/build_bench FOLDER FILE...        replaces the database at FOLDER
//   QUADRILLE_SPILL_BYTES=1000000 ...                                 the limit in memory; an image spills the rest

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "base/clock.hpp"
#include "loader/build/build.hpp"
#include "loader/database/testing/dump_quads.hpp"

int main(int argc, char** argv) {
  using namespace quadrille;
  if (argc < 3) {
    std::fprintf(stderr, "usage: build_bench FOLDER FILE...\n");
    return 1;
  }
  try {
    pgas::Job job({});
    BuildOptions options;
    options.database = argv[1];
    options.inputs.assign(argv + 2, argv + argc);
    options.replace = true;
    if (const char* bytes = std::getenv("QUADRILLE_SPILL_BYTES"))
      options.spill_bytes = std::strtoull(bytes, nullptr, 10);
    const BuildReport report = build_database(job, options);
    if (job.is_first()) std::printf("%s", report.to_text().c_str());

    const Stopwatch watch;
    const Database database(options.database);
    std::uint64_t bytes = 0;
    testing::dump_quads(database, shards_of_member(job.team().rank(), job.num_images(), report.shards),
                        [&](std::string_view lines) { bytes += lines.size(); });
    bytes = job.team().sum(bytes);
    if (job.is_first()) {
      const double seconds = watch.seconds(), quads = static_cast<double>(report.quads());
      std::printf("dumped in %.3f s: %sB, %s quads/s\n", seconds, short_number(static_cast<double>(bytes)).c_str(),
                  short_number(quads / seconds).c_str());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    pgas::Job::abort(1);
  }
}
