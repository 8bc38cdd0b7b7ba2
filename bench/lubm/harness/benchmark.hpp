#pragma once

// One run of the benchmark, for each size: the data are generated, built with each number of images (and loaded by the
// peer), in turns; then the databases are served side by side and queried in turns.
//
// Its files are in a separate folder, which is removed with it.

#include <filesystem>

#include "bench/lubm/harness/children.hpp"
#include "bench/lubm/harness/programs.hpp"
#include "bench/lubm/harness/queries.hpp"
#include "bench/lubm/harness/results.hpp"
#include "bench/lubm/harness/run_options.hpp"

namespace quadrille::lubm {

class Benchmark {
 public:
  // Error (user) for a folder of queries that does not hold them, or a program that does not start.
  Benchmark(Children& children, const RunOptions& options);
  ~Benchmark();
  Benchmark(const Benchmark&) = delete;
  Benchmark& operator=(const Benchmark&) = delete;

  // Reports its steps on standard error. Error (user) if a program fails, Error (cancelled) if it was stopped.
  Results run();

 private:
  SizeResult measure(std::uint32_t universities);
  void make_file(SizeResult& size);
  void build(SizeResult& size);
  double build_once(const SizeResult& size, DatabaseResult& database);
  void write_closure(const DatabaseResult& database);
  double load_peer_once(PeerResult& peer);
  void ask(SizeResult& size);

  std::filesystem::path file() const { return workplace_.folder / "lubm.nt"; }
  std::filesystem::path closure() const { return workplace_.folder / "closure.nt"; }  // with inferences
  std::filesystem::path place_of(const DatabaseResult& database) const;

  const RunOptions options_;
  Workplace workplace_;
  std::vector<Query> queries_;
  ExpectedRows expected_;
};

}  // namespace quadrille::lubm
