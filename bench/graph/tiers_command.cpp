#include "bench/graph/tiers_command.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bench/graph/engine_kernels.hpp"
#include "bench/graph/graph_options.hpp"
#include "bench/graph/measurements.hpp"
#include "bench/graph/memory_limit.hpp"
#include "bench/report/markdown_table.hpp"
#include "pgas/job.hpp"

namespace quadrille::bench {

namespace {

constexpr const char* kInfluence = "influence";
constexpr double kMegabyte = 1 << 20;
constexpr std::uint64_t kInfluenceSeeds = 100;
constexpr std::array kWritings{"staged", "in place", "buffered"};  // by SetWriting

struct TiersOptions : GraphRunOptions {
  TiersOptions() { only = {"bfs", "sssp", "wcc", "pagerank", "betweenness", "triangles"}; }
  std::string group;          // a folder of the control groups
  std::vector<double> parts;  // limits: the lists' bytes divided by each
  double more_megabytes = 0, probability = 0.01;
  int trials = 3, levels = 1000;
};

// A run of a kernel with one limit. Megabytes are those of all images.
struct LimitedTimes {
  std::optional<double> part;  // none: without a limit
  double ms = 0;               // median
  double read_megabytes = 0;   // from storage, in a run
};

struct TierTimes {
  std::string kernel;
  double lists_megabytes = 0, other_megabytes = 0;
  std::vector<LimitedTimes> limits;
};

class TierMeasurement {
 public:
  TierMeasurement(pgas::Job& job, const TiersOptions& options, const std::optional<MemoryLimit>& limit)
      : job_(job),
        options_(options),
        limit_(limit),
        measured_(options.graph),
        engine_(job.team(), measured_, PageRankLimits()) {
    engine_.set_levels(options.levels);
  }

  // Collective.
  TierTimes measure(Kernel kernel) {
    const std::uint64_t bytes = engine_.prepare(kernel) * static_cast<std::uint64_t>(job_.num_groups());
    return measure(kKernelNames[static_cast<std::size_t>(kernel)], bytes,
                   [&](int trial) { return engine_.time(kernel, static_cast<std::size_t>(trial), nullptr); });
  }

  // Collective. Throws if the seeds are others than those of a run before.
  TierTimes measure_influence(analytics::SetWriting writing) {
    const analytics::InfluenceOptions options{
        .seeds = kInfluenceSeeds, .probability = options_.probability, .writing = writing};
    analytics::InfluenceResult found;
    engine_.time_influence(options, found);
    const std::uint64_t bytes = (found.stored.members + found.stored.sets) * sizeof(analytics::Slot);
    return measure(fmt::format("influence, {}", kWritings[static_cast<std::size_t>(writing)]), bytes, [&](int) {
      const double ms = engine_.time_influence(options, found);
      std::vector<Huri> seeds;
      for (const analytics::Influencer& one : found.seeds) seeds.push_back(one.vertex);
      if (!seeds_.empty() && seeds_ != seeds) fail(ErrorKind::internal, "influence has found other seeds");
      seeds_ = std::move(seeds);
      return ms;
    });
  }

  std::string title() const {
    return fmt::format("Graph {}: {} nodes, {} edges; {} images", measured_.name, measured_.simple.nodes,
                       measured_.simple.edges.size(), job_.num_images());
  }

 private:
  using TimedRun = std::function<double(int)>;

  // `bytes`: of the structure in the tier.
  TierTimes measure(const std::string& name, std::uint64_t bytes, const TimedRun& time) {
    TierTimes times{name, static_cast<double>(bytes) / kMegabyte, 0, {}};
    time(0);  // the heap has its memory then
    times.other_megabytes = static_cast<double>(engine_.costs().arena_bytes) / kMegabyte;
    times.limits.push_back(run(name, time, {}, 0));
    for (const double part : options_.parts) {
      const double more = static_cast<double>(bytes) / part + options_.more_megabytes * kMegabyte;
      times.limits.push_back(run(name, time, part, kept() + static_cast<std::uint64_t>(more)));
    }
    set_limit(0);
    return times;
  }

  std::uint64_t kept() const { return limit_ ? limit_->kept_bytes() : 0; }

  void set_limit(std::uint64_t bytes) {
    job_.team().barrier();
    if (limit_ && job_.is_first()) limit_->set(bytes);
    job_.team().barrier();
  }

  // `limit`: 0 for none. With a limit a run comes before the measured ones.
  LimitedTimes run(const std::string& name, const TimedRun& time, std::optional<double> part, std::uint64_t limit) {
    set_limit(limit);
    if (part) time(0);
    std::vector<double> ms;
    const std::uint64_t read_before = storage_bytes_read();
    for (int trial = 0; trial < options_.trials; ++trial) {
      ms.push_back(time(trial));
    }
    const std::uint64_t read = job_.team().sum(storage_bytes_read() - read_before);
    const double median = *median_ms(std::move(ms));
    if (job_.is_first()) {
      fmt::print(stderr, "{}, {}: {} ms\n", name, part ? fmt::format("1 / {}", *part) : "no limit",
                 three_digits(median));
    }
    return {part, median, static_cast<double>(read) / kMegabyte / options_.trials};
  }

  pgas::Job& job_;
  const TiersOptions& options_;
  const std::optional<MemoryLimit>& limit_;
  const MeasuredGraph measured_;
  EngineKernels engine_;
  std::vector<Huri> seeds_;
};

std::string tiers_text(const std::string& title, const std::vector<TierTimes>& all, const TiersOptions& options) {
  std::vector<std::string> head{"kernel, ms", "MB in question", "other MB", "no limit"};
  for (const double part : options.parts) {
    head.push_back(fmt::format("1 / {}", part));
    head.emplace_back("MB read");
  }
  MarkdownTable table(head);
  for (const TierTimes& one : all) {
    std::vector<std::string> cells{one.kernel, three_digits(one.lists_megabytes), three_digits(one.other_megabytes)};
    for (const LimitedTimes& times : one.limits) {
      cells.push_back(three_digits(times.ms));
      if (times.part) cells.push_back(three_digits(times.read_megabytes));
    }
    table.add(std::move(cells));
  }
  return fmt::format("{}; {}\n\n{}", title, fmt::join(options.places, ", "), table.text());
}

std::string tiers_json(const std::string& title, const std::vector<TierTimes>& all, const TiersOptions& options) {
  using Json = nlohmann::ordered_json;
  Json kernels = Json::array();
  for (const TierTimes& one : all) {
    Json limits = Json::array();
    for (const LimitedTimes& times : one.limits) {
      limits.push_back({{"part", times.part ? Json(*times.part) : Json(nullptr)},
                        {"ms", times.ms},
                        {"read_megabytes", times.read_megabytes}});
    }
    kernels.push_back({{"kernel", one.kernel},
                       {"lists_megabytes", one.lists_megabytes},
                       {"other_megabytes", one.other_megabytes},
                       {"limits", limits}});
  }
  return Json{{"graph", title}, {"places", options.places}, {"kernels", kernels}}.dump(2) + "\n";
}

void measure_tiers_of_kernels(pgas::Job& job, const TiersOptions& options, const std::optional<MemoryLimit>& limit) {
  TierMeasurement measurement(job, options, limit);
  std::vector<TierTimes> all;
  for (std::size_t kernel = 0; kernel < kKernelNames.size(); ++kernel) {
    if (!options.is_wanted(kKernelNames[kernel])) continue;
    all.push_back(measurement.measure(static_cast<Kernel>(kernel)));
  }
  if (options.is_wanted(kInfluence)) {
    using enum analytics::SetWriting;
    for (const analytics::SetWriting writing : {staged, in_place, buffered}) {
      all.push_back(measurement.measure_influence(writing));
    }
  }
  if (!job.is_first()) return;
  const std::string title = measurement.title();
  write_figures(options, tiers_text(title, all, options), tiers_json(title, all, options));
}

void run_tiers_command(const TiersOptions& options) {
  if (!options.parts.empty() && options.group.empty()) {
    fail(ErrorKind::user,
         "--limits needs a control group; make a folder in the tree of control groups, and name it with "
         "--cgroup");
  }
  std::optional<MemoryLimit> limit;
  if (!options.group.empty()) limit.emplace(options.group);
  run_graph_job(options, [&](pgas::Job& job) { measure_tiers_of_kernels(job, options, limit); });
}

constexpr const char* kTiersFooter = R"(
Kernels are those of "quadrille-bench graph", and influence: 100 seeds, with the three ways to write its samples.
Memory is limited by a control group (cgroup, version 1 or 2), which the processes enter. Each limit is the memory that
cannot be dropped, and a part of the lists; so the page cache holds that part of lists in a file. "other MB" is
what the kernel's other arrays take; if they are in the file as well, give it as --more-mb.

  mkdir /sys/fs/cgroup/slow
  mpiexec -n 2 quadrille-bench tiers --scale 22 --place analytics-csr=file:/mnt/slow --cgroup /sys/fs/cgroup/slow
      --limits 2,4,8
)";

}  // namespace

void add_tiers_command(CLI::App& program) {
  CLI::App* const command =
      program.add_subcommand("tiers", "Measure graph kernels with arrays in tiers of memory, and little memory");
  const auto options = std::make_shared<TiersOptions>();
  add_graph_options(*command, *options);
  add_only_option(*command, *options, kInfluence);
  command->add_option("--trials", options->trials, "Number of runs; medians are printed")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--levels", options->levels, "Most levels of louvain and leiden")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--probability", options->probability, "Of an edge, for the kernel influence")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--cgroup", options->group, "The folder of a control group without other processes")
      ->check(CLI::ExistingDirectory);
  command->add_option("--limits", options->parts, "Limits: the size of the lists divided by each number")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  command->add_option("--more-mb", options->more_megabytes, "Memory beside that in each limit")
      ->check(CLI::NonNegativeNumber);
  command->footer(kTiersFooter);
  command->callback([options] { run_tiers_command(*options); });
}

}  // namespace quadrille::bench
