// Builds a database and shows how long each step took; not part of the tests.
//
//   mpiexec -n 2 build/release/bin/build_bench FOLDER FILE...        replaces the database at FOLDER

#include <cstdio>
#include <exception>

#include "loader/build.hpp"

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
    const BuildReport report = build_database(job, options);
    if (job.is_first()) std::printf("%s", report.to_text().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    pgas::Job::abort(1);
  }
}
