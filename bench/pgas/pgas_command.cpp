#include "bench/pgas/pgas_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/error.hpp"
#include "bench/output_file.hpp"
#include "bench/pgas/gauge.hpp"
#include "bench/pgas/raw_mpi.hpp"
#include "bench/pgas/report.hpp"
#include "bench/pgas/subjects.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kBytesOfMegabyte = 1 << 20;

struct PgasOptions {
  int repetitions = Effort{}.repetitions;
  std::size_t window_mb = 16, exchange_mb = 64;
  bool brief = false;
  std::string only;
  std::string json;  // empty: none
};

void measure_all(pgas::Job& job, Gauge& gauge, const PgasOptions& options) {
  const std::size_t window = options.brief ? kBytesOfMegabyte : options.window_mb * kBytesOfMegabyte;
  RawMpi raw(job.team(), window);
  job.team().run([&] {
    measure_collectives(gauge, job, raw);
    if (job.num_images() > 1) measure_one_sided(gauge, job, raw, window);
    measure_light_tasks(gauge, job, options.brief ? 100 : 8192);
  });
  measure_exchanges(gauge, job, raw, options.brief ? kBytesOfMegabyte : options.exchange_mb * kBytesOfMegabyte);
}

void report(pgas::Job& job, const Gauge& gauge, const PgasOptions& options) {
  if (!job.is_first()) return;
  const Surroundings surroundings = find_surroundings(job, job.team());
  OutputFile({}).write(to_text(surroundings, gauge.measurements()));
  if (options.json.empty()) return;
  OutputFile json(options.json);
  json.write(to_json(surroundings, gauge.measurements()));
  json.close();
}

void run(const PgasOptions& options) {
  pgas::JobOptions job_options;
  job_options.program = "quadrille-bench";
  job_options.symmetric_bytes_per_lane = (options.window_mb + 1) * kBytesOfMegabyte;
  pgas::Job job(job_options);
  try {
    Effort effort = options.brief ? Effort::brief() : Effort{};
    if (!options.brief) effort.repetitions = options.repetitions;
    Gauge gauge(job.team(), effort, options.only);
    measure_all(job, gauge, options);
    report(job, gauge, options);
  } catch (const Error& error) {  // the others may be at another step
    fmt::print(stderr, "quadrille-bench: image {}: {}\n", index(job.this_image()), error.what());
    pgas::Job::abort(exit_code(error.kind()));
  }
}

constexpr const char* kPgasFooter =
    R"(Start it with the launcher of MPI. QUADRILLE_GROUP_SIZE divides the images of a host into groups, as if they were
several hosts; with UCX_TLS=tcp,self UCX uses TCP between them.

Examples:

  mpiexec -n 4 quadrille-bench pgas
  QUADRILLE_GROUP_SIZE=2 mpiexec -n 4 quadrille-bench pgas --json groups-of-2.json
  QUADRILLE_GROUP_SIZE=2 UCX_TLS=tcp,self mpiexec -n 4 quadrille-bench pgas
)";

}  // namespace

void add_pgas_command(CLI::App& program) {
  auto* command = program.add_subcommand("pgas", "Measure the communication of images, within and between groups");
  const auto options = std::make_shared<PgasOptions>();
  command
      ->add_option("--repetitions", options->repetitions,
                   "Number of measurements of each operation; medians are printed")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--window", options->window_mb, "Largest put and get, in MB")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command->add_option("--exchange", options->exchange_mb, "Largest exchange, in MB that an image sends")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command->add_flag("--brief", options->brief, "Run every operation once with small sizes, as a test");
  command->add_option("--only", options->only, "Measure only operations whose names contain this");
  command->add_option("--json", options->json, "Also write the figures to this file as JSON");
  command->footer(kPgasFooter);
  command->callback([options] { run(*options); });
}

}  // namespace quadrille::bench
