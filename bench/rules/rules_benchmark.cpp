#include "bench/rules/rules_benchmark.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "bench/report/machine.hpp"
#include "bench/work_files.hpp"

namespace quadrille::bench {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream text(command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

// Of a message of several lines, the last one that is not empty: what the program said.
std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const std::size_t begin = text.find_last_of('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

double seconds_of_step(const nlohmann::json& stats, const std::string& name) {
  for (const auto& step : stats.at("steps")) {
    if (step.at("step") == name) return step.at("seconds");
  }
  fail(ErrorKind::internal, "the report of a build has no step {}", name);
}

}  // namespace

RulesBenchmark::RulesBenchmark(lubm::Children& children, const RulesOptions& options)
    : options_(options),
      workplace_{children, make_work_folder(options.work, "quadrille-rules"), options.most_seconds} {}

RulesBenchmark::~RulesBenchmark() {
  std::error_code ignored;
  fs::remove_all(workplace_.folder, ignored);
}

RulesResults RulesBenchmark::run() {
  RulesResults results;
  results.program = lubm::first_line_of(workplace_, {options_.quadrille, "--version"});
  results.machine = describe_machine();
  results.rules = options_.rules;
  results.runs = options_.runs;
  for (const int images : options_.images) {
    results.reasoners.push_back({fmt::format("Quadrille, {} image{}", images, images == 1 ? "" : "s"), images, {}, {}});
  }
  const std::size_t builds = results.reasoners.size();
  for (const std::string& peer : options_.peers) results.reasoners.push_back({peer, 0, {}, {}});
  for (int turn = 0; turn < options_.runs; ++turn) {
    for (std::size_t at = 0; at < results.reasoners.size(); ++at) {
      MeasuredReasoner& reasoner = results.reasoners[at];
      if (!reasoner.failure.empty()) continue;
      fmt::print(stderr, "==> run {} of {}: {}\n", turn + 1, options_.runs, reasoner.name);
      if (reasoner.is_peer()) {
        measure_peer(options_.peers[at - builds], reasoner);
      } else {
        measure_build(results, reasoner);
      }
    }
  }
  return results;
}

void RulesBenchmark::measure_build(RulesResults& results, MeasuredReasoner& reasoner) {
  const std::string database = (workplace_.folder / "db").string();
  const fs::path report = workplace_.folder / "stats.json";
  std::vector<std::string> words{options_.quadrille, "build",        "--db",
                                 database,           "--replace",    "--rules",
                                 options_.rules,     "--images",     std::to_string(reasoner.images),
                                 "--stats",          report.string()};
  words.insert(words.end(), options_.files.begin(), options_.files.end());
  const auto [build_seconds, memory_bytes] = lubm::run_program(workplace_, words);
  const double query_seconds =
      lubm::run_program(workplace_, {options_.quadrille, "query", "--db", database, options_.query}).seconds;
  const nlohmann::json stats = read_json(report);
  const double reason_seconds = seconds_of_step(stats, "Inference");
  reasoner.runs.push_back({build_seconds - reason_seconds, reason_seconds, build_seconds + query_seconds,
                           stats.at("inferred_quads"), memory_bytes});
  results.quads_read = stats.at("quads_read");
  results.quads = stats.at("quads");
}

void RulesBenchmark::measure_peer(const std::string& command, MeasuredReasoner& peer) {
  const fs::path report = workplace_.folder / "peer.json";
  std::vector<std::string> words = words_of(command);
  words.insert(words.end(), {"--rules", options_.rules, "--query", options_.query, "--json", report.string()});
  words.insert(words.end(), options_.files.begin(), options_.files.end());
  const Stopwatch watch;
  try {
    const std::uint64_t memory_bytes = lubm::run_program(workplace_, words).peak_bytes;
    const nlohmann::json figures = read_json(report);
    peer.name = fmt::format("{} {}", figures.at("name").get<std::string>(), figures.at("version").get<std::string>());
    peer.runs.push_back({figures.at("load_seconds"), figures.at("reason_seconds"), figures.at("first_answer_seconds"),
                         figures.at("inferred"), memory_bytes});
  } catch (const Error& error) {
    workplace_.children.check_stopped();
    const bool late = watch.seconds() >= options_.most_seconds;
    peer.failure = late ? fmt::format("not done in {:.0f} s", options_.most_seconds) : last_line(error.what());
  } catch (const nlohmann::json::exception& error) {
    peer.failure = fmt::format("its figures cannot be read: {}", error.what());
  }
}

}  // namespace quadrille::bench
