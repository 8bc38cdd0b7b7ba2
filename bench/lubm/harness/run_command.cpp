#include "bench/lubm/harness/run_command.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "bench/lubm/harness/benchmark.hpp"
#include "bench/lubm/harness/children.hpp"
#include "bench/lubm/harness/results.hpp"
#include "bench/lubm/harness/run_options.hpp"
#include "bench/output_file.hpp"

namespace quadrille::lubm {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRunFooter = R"(
For each size the data are built with each number of images, in turns; then the databases are served side by side on
127.0.0.1 and get the 14 queries in turns. Tables go to standard output as Markdown. When the command ends, also by
Control-C, all started programs end and all written files are removed. Exit status: 1 if a query has a wrong number of
rows, or a step fails.

With --inferred a build also reads the ontology and stores what follows by the rules of OWL 2 RL (build --rules owl-rl),
so that all 14 queries have answers; without rules most have none. A peer loads a dump of the first such database. The
expected numbers of rows exist for some sizes.

Examples:
  quadrille-bench lubm run --universities 1,10 --images 1,2
  quadrille-bench lubm run --universities 10 --images 1,2 --inferred --json lubm.json --plot lubm.svg
  quadrille-bench lubm run --universities 100 --images 2 --builds 3 --no-queries --peer-oxigraph oxigraph)";

std::string shared_path(const char* path) {
  const char* const shared = std::getenv("QUADRILLE_SHARED");
  return (fs::path(shared && *shared ? shared : "../shared") / path).string();
}

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  OutputFile file(path);
  file.write(text);
  file.close();
}

// The program beside this one.
void fill_paths(RunOptions& options) {
  options.bench = fs::read_symlink("/proc/self/exe").string();
  if (options.quadrille.empty()) options.quadrille = fs::path(options.bench).replace_filename("quadrille").string();
  if (options.queries.empty()) options.queries = shared_path("bench/lubm");
  if (options.ontology.empty()) options.ontology = shared_path("bench/lubm/univ-bench.nt");
  if (options.work.empty()) options.work = fs::temp_directory_path().string();
}

void run(RunOptions options) {
  fill_paths(options);
  for (const std::string& path : {options.json, options.plot})
    write_file(path, "");  // fails now if it cannot be written
  Children children;
  const Results results = [&] {
    try {
      return Benchmark(children, options).run();
    } catch (const Error&) {
      children.check_stopped();  // reports the signal if it ended the program
      throw;
    }
  }();
  fmt::print("{}", to_markdown(results));
  write_file(options.json, to_json(results).dump(2) + "\n");
  write_file(options.plot, to_svg(results));
  if (const std::size_t wrong = results.wrong_answers()) {
    fail(ErrorKind::user, "{} answers have a wrong number of rows", wrong);
  }
}

void add_programs(CLI::App& command, RunOptions& options) {
  command.add_option("--quadrille", options.quadrille, "Program to measure (default: the one beside this)")
      ->type_name("PROGRAM");
  command
      .add_option("--queries", options.queries,
                  "Folder with q1.rq to q14.rq, expected.json and checksums.json (default: ../shared/bench/lubm)")
      ->type_name("DIR");
  command
      .add_option("--ontology", options.ontology,
                  "Ontology of --inferred (default: ../shared/bench/lubm/univ-bench.nt)")
      ->type_name("FILE");
  command
      .add_option("--peer-oxigraph", options.oxigraph, "Also load the data with this program of Oxigraph, and compare")
      ->type_name("PROGRAM");
}

void add_places(CLI::App& command, RunOptions& options) {
  command.add_option("--work", options.work, "Folder for temporary data and databases (default: the system's)")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  command.add_flag("--keep", options.keep, "Keep the temporary data and databases");
  command.add_option("--json", options.json, "Also write the measurements to this file as JSON")->type_name("FILE");
  command.add_option("--plot", options.plot, "Also draw charts to this file, as SVG")->type_name("FILE");
}

}  // namespace

void add_run_command(CLI::App& lubm) {
  auto& command = *lubm.add_subcommand("run", "Measure builds of the data and the 14 queries");
  const auto options = std::make_shared<RunOptions>();
  command
      .add_option("-u,--universities", options->universities, "Numbers of universities, such as 1,10,100 (default: 1)")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  command.add_option("--images", options->images, "Numbers of images, such as 1,2 (default: 1)")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  command.add_option("--seed", options->seed, "Random seed of the data (default: 0, the benchmark's)");
  command.add_flag("--inferred", options->inferred, "Build with the ontology and the rules of OWL 2 RL");
  command.add_flag("--from-file", options->from_file,
                   "Write the data to a file and build from it, as always with a peer; otherwise the "
                   "build generates them");
  command.add_option("--builds", options->builds, "Number of builds of each; the median is reported (default: 1)")
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--warm-up", options->warm_up, "Number of runs of each query before the measured ones (default: 1)")
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--repetitions", options->repetitions,
                  "Number of measured runs of each query; the median is reported (default: 5)")
      ->check(CLI::Range(1, 10'000));
  command.add_flag("!--no-queries", options->ask, "Only build, without queries");
  command.add_option("--memory", options->memory, "Memory for all images of a build together, such as 2G")
      ->type_name("SIZE");
  command.add_option("--most-seconds", options->most_seconds, "Time limit of each program (default: 3600)")
      ->check(CLI::PositiveNumber);
  add_programs(command, *options);
  add_places(command, *options);
  command.footer(kRunFooter);
  command.callback([options] { run(*options); });
}

}  // namespace quadrille::lubm
