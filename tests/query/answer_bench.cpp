// Measures an answer without a network: all images of the job run the query of a file several times, into a sink that
// counts bytes, and print the milliseconds of each run. Not part of the tests:
//   build/release/bin/answer_bench DB QUERY.rq [FORMAT [TIMES [plain]]]       plain: term by term (RunOptions)
//   mpiexec -n 2 build/release/bin/answer_bench ...

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/clock.hpp"
#include "parser/query.hpp"
#include "pgas/job.hpp"
#include "query/answer/run_query.hpp"
#include "query/results/negotiation.hpp"
#include "server/engine/served_database.hpp"

namespace quadrille {
namespace {

std::string read_text(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void run(pgas::Job& job, const char* folder, const char* file, const char* format, int times, bool plain) {
  const server::ServedDatabase served(folder, job.team());
  const parser::Query query = parser::parse_query(read_text(file), "http://example.org/");
  query::RunOptions options;
  options.format = results::choose_format(query::answer_kind(query), format, "");
  options.choices.term_by_term = plain;
  std::vector<double> took;
  std::size_t bytes = 0;
  std::size_t pieces = 0;
  for (int time = 0; time < times; ++time) {
    bytes = pieces = 0;
    job.team().barrier();
    const Stopwatch watch;
    query::run_query(job.team(), served.snapshot(), served.dictionary(), query, options, [&](std::string_view piece) {
      bytes += piece.size();
      ++pieces;
      return true;
    });
    took.push_back(watch.seconds() * 1e3);
  }
  if (!job.is_first()) return;
  std::sort(took.begin(), took.end());
  std::printf("%s as %s: %zu bytes in %zu pieces, best %.2f median %.2f ms\n", file, format, bytes, pieces, took[0],
              took[took.size() / 2]);
}

}  // namespace
}  // namespace quadrille

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: answer_bench DB QUERY.rq [FORMAT [TIMES [plain]]]\n");
    return 2;
  }
  quadrille::pgas::JobOptions options;
  options.memory_bytes = std::size_t{2} << 30;
  quadrille::pgas::Job job(options);
  quadrille::run(job, argv[1], argv[2], argc > 3 ? argv[3] : "tsv", argc > 4 ? std::atoi(argv[4]) : 15, argc > 5);
}
