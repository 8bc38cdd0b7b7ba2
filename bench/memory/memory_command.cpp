#include "bench/memory/memory_command.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bench/memory/memory_loops.hpp"
#include "bench/output_file.hpp"
#include "bench/report/markdown_table.hpp"
#include "pgas/job.hpp"
#include "pgas/placed_memory.hpp"

namespace quadrille::bench {

namespace {

using pgas::Structure;

constexpr std::size_t kMemoryMegabyte = 1 << 20;
// Structures that have heaps: each stands for one tier of the command line.
constexpr std::array kStandIns{Structure::levels, Structure::arena, Structure::analytics, Structure::analytics_csr,
                               Structure::analytics_sets};

struct MemoryOptions {
  std::vector<std::string> tiers;
  std::size_t megabytes = 256;
  int rounds = 3;
  std::string json;
};

// A loop over an array, and the bytes that it moves.
struct MemoryLoop {
  const char* name;
  std::function<double(std::span<std::uint64_t>)> run;  // returns seconds
  double bytes_per_byte;                                // of the array
};

const std::vector<MemoryLoop>& memory_loops() {
  static const std::vector<MemoryLoop> loops = {
      {"read", [](auto words) { return read_in_order(words, Hint::none); }, 1},
      {"read, non-temporal", [](auto words) { return read_in_order(words, Hint::non_temporal); }, 1},
      {"read at random", [](auto words) { return read_at_random(words, words.size() / 32); }, 0.25},
      {"write", [](auto words) { return write_in_order(words, Hint::none); }, 1},
      {"write, non-temporal", [](auto words) { return write_in_order(words, Hint::non_temporal); }, 1},
      {"triad", [](auto words) { return run_triad(words); }, 1},
  };
  return loops;
}

struct TierSpeeds {
  std::string tier;
  std::vector<double> gigabytes_per_second;  // by loop
};

enum class Start : std::uint8_t { warm, cold };

// Medians of several rounds. The array has been written before, so no page is new. With `cold`, the system writes its
// pages to their file before each round, and drops them.
TierSpeeds measure_array(std::string tier, std::span<std::uint64_t> words, int rounds, Start start = Start::warm) {
  TierSpeeds speeds{std::move(tier), {}};
  std::memset(words.data(), 1, words.size_bytes());
  for (const MemoryLoop& loop : memory_loops()) {
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
      if (start == Start::cold) {
        msync(words.data(), words.size_bytes(), MS_SYNC);  // only pages that the file has are dropped
        madvise(words.data(), words.size_bytes(), MADV_PAGEOUT);
      }
      seconds.push_back(loop.run(words));
    }
    std::nth_element(seconds.begin(), seconds.begin() + rounds / 2, seconds.end());
    const double bytes = static_cast<double>(words.size_bytes()) * loop.bytes_per_byte;
    speeds.gigabytes_per_second.push_back(bytes / seconds[static_cast<std::size_t>(rounds / 2)] / 1e9);
  }
  return speeds;
}

// Memory of this process alone, with pages of 4 KB or transparent huge pages.
TierSpeeds measure_private(const char* name, int advice, std::size_t bytes, int rounds) {
  constexpr std::size_t kPage = 2 << 20;
  void* const mapped =
      mmap(nullptr, bytes + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) fail(ErrorKind::memory, "cannot map {} MB: {}", bytes >> 20, std::strerror(errno));
  const auto begin = (reinterpret_cast<std::uintptr_t>(mapped) + kPage - 1) / kPage * kPage;
  madvise(reinterpret_cast<void*>(begin), bytes, advice);
  TierSpeeds speeds = measure_array(name, {reinterpret_cast<std::uint64_t*>(begin), bytes / 8}, rounds);
  munmap(mapped, bytes + kPage);
  return speeds;
}

std::vector<TierSpeeds> measure_tiers(pgas::Job& job, const MemoryOptions& options) {
  const std::size_t bytes = options.megabytes * kMemoryMegabyte;
  std::vector<TierSpeeds> all;
  all.push_back(measure_private("private, 4 KB pages", MADV_NOHUGEPAGE, bytes, options.rounds));
  all.push_back(measure_private("private, transparent huge pages", MADV_HUGEPAGE, bytes, options.rounds));
  const auto measure = [&](const std::string& tier, const std::function<void*()>& allocate) {
    auto* const words = static_cast<std::uint64_t*>(allocate());
    all.push_back(measure_array(tier, {words, bytes / 8}, options.rounds));
    const bool has_file = tier.starts_with("file:");
    if (has_file) all.push_back(measure_array(tier + ", cold", {words, bytes / 8}, options.rounds, Start::cold));
    pgas::free_placed(job.heap(), words);
  };
  measure("dram (shared)", [&] { return job.heap().allocate(bytes); });
  for (std::size_t tier = 0; tier < options.tiers.size(); ++tier) {
    measure(options.tiers[tier], [&] { return pgas::allocate_placed(job.heap(), kStandIns[tier], bytes); });
  }
  return all;
}

void write_speeds(const std::vector<TierSpeeds>& all, const MemoryOptions& options) {
  std::vector<std::string> head{"GB/s"};
  for (const MemoryLoop& loop : memory_loops()) head.emplace_back(loop.name);
  MarkdownTable table(head);
  nlohmann::json tiers = nlohmann::json::array();
  for (const TierSpeeds& speeds : all) {
    std::vector<std::string> cells{speeds.tier};
    nlohmann::json its{{"tier", speeds.tier}};
    for (std::size_t loop = 0; loop < memory_loops().size(); ++loop) {
      cells.push_back(fmt::format("{:.2f}", speeds.gigabytes_per_second[loop]));
      its[memory_loops()[loop].name] = speeds.gigabytes_per_second[loop];
    }
    table.add(std::move(cells));
    tiers.push_back(std::move(its));
  }
  OutputFile({}).write(
      fmt::format("{} MB, one thread, medians of {}\n\n{}", options.megabytes, options.rounds, table.text()));
  if (options.json.empty()) return;
  OutputFile json(options.json);
  json.write(nlohmann::json{{"megabytes", options.megabytes}, {"tiers", tiers}}.dump(2) + "\n");
  json.close();
}

void run_memory_command(const MemoryOptions& options) {
  if (options.tiers.size() > kStandIns.size()) {
    fail(ErrorKind::user, "at most {} tiers in one run; {} are given", kStandIns.size(), options.tiers.size());
  }
  pgas::Placement placement;
  for (std::size_t tier = 0; tier < options.tiers.size(); ++tier) {
    placement.add(fmt::format("{}={}", pgas::name_of(kStandIns[tier]), options.tiers[tier]));
  }
  pgas::set_placement(placement);
  pgas::JobOptions job_options;
  job_options.program = "quadrille-bench";
  job_options.memory_bytes = 2 * options.megabytes * kMemoryMegabyte + 64 * kMemoryMegabyte;
  pgas::Job job(job_options);
  write_speeds(measure_tiers(job, options), options);
}

constexpr const char* kMemoryFooter = R"(
Ordinary memory is always measured: of one process, with 4 KB pages and with transparent huge pages, and shared. A file
is measured twice: in the page cache, and cold, where each run begins without its pages in memory.

  quadrille-bench memory --mb 1024 --tier huge --tier file:/mnt/slow
)";

}  // namespace

void add_memory_command(CLI::App& program) {
  CLI::App* const command = program.add_subcommand("memory", "Measure the tiers of memory");
  const auto options = std::make_shared<MemoryOptions>();
  command->add_option("--tier", options->tiers, "A tier as in a policy: huge, numa:NODE, numa:interleave, file:DIR")
      ->allow_extra_args(false);
  command->add_option("--mb", options->megabytes, "Size of the array in MB")
      ->check(CLI::Range(1, 1 << 24))
      ->capture_default_str();
  command->add_option("--rounds", options->rounds, "Number of runs of each loop; medians are printed")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--json", options->json, "Also write the figures to this file as JSON");
  command->footer(kMemoryFooter);
  command->callback([options] { run_memory_command(*options); });
}

}  // namespace quadrille::bench
