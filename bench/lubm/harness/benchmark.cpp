#include "bench/lubm/harness/benchmark.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "bench/query/answer_times.hpp"
#include "bench/report/machine.hpp"
#include "bench/work_files.hpp"

namespace quadrille::lubm {

namespace {

namespace fs = std::filesystem;

template <class... Arguments>
void announce(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::print(stderr, "==> {}\n", fmt::format(format, std::forward<Arguments>(arguments)...));
}

std::uint64_t bytes_below(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

// The build with the middle time speaks for all.
nlohmann::json median_build(std::vector<nlohmann::json> builds) {
  std::sort(builds.begin(), builds.end(), [](const nlohmann::json& a, const nlohmann::json& b) {
    return a.at("seconds").get<double>() < b.at("seconds").get<double>();
  });
  return std::move(builds[builds.size() / 2]);
}

bool needs_file(const RunOptions& options) {
  return options.from_file || !options.oxigraph.empty();
}

}  // namespace

Benchmark::Benchmark(Children& children, const RunOptions& options)
    : options_(options),
      workplace_{children, bench::make_work_folder(options.work, "quadrille-lubm"), options.most_seconds},
      expected_(options.queries) {
  if (options_.ask) queries_ = read_queries(options_.queries);
}

Benchmark::~Benchmark() {
  std::error_code ignored;
  if (options_.keep) {
    fmt::print(stderr, "kept: {}\n", workplace_.folder.string());
  } else {
    fs::remove_all(workplace_.folder, ignored);
  }
}

Results Benchmark::run() {
  Results results;
  results.program = first_line_of(workplace_, {options_.quadrille, "--version"});
  results.machine = bench::describe_machine();
  results.inferred = options_.inferred;
  results.builds = options_.builds;
  results.warm_up = options_.warm_up;
  results.repetitions = options_.repetitions;
  for (const std::uint32_t universities : options_.universities) results.sizes.push_back(measure(universities));
  return results;
}

SizeResult Benchmark::measure(std::uint32_t universities) {
  SizeResult size;
  size.universities = universities;
  if (needs_file(options_)) make_file(size);
  build(size);
  if (options_.ask) ask(size);
  if (!options_.keep) {
    for (const DatabaseResult& database : size.databases) fs::remove_all(place_of(database));
    fs::remove(file());
    fs::remove(closure());
  }
  return size;
}

void Benchmark::make_file(SizeResult& size) {
  announce("LUBM({}): the data", size.universities);
  size.generate_seconds =
      run_program(workplace_, {options_.bench, "lubm", "generate", "--universities", std::to_string(size.universities),
                               "--seed", std::to_string(options_.seed), "--output", file().string()})
          .seconds;
  size.file_bytes = fs::file_size(file());
}

fs::path Benchmark::place_of(const DatabaseResult& database) const {
  return workplace_.folder / fmt::format("images-{}", database.images);
}

void Benchmark::build(SizeResult& size) {
  for (const int images : options_.images) size.databases.push_back({images, {}, {}, 0, {}});
  if (!options_.oxigraph.empty()) {
    size.peer = PeerResult{first_line_of(workplace_, {options_.oxigraph, "--version"}), {}, 0};
  }
  std::vector<std::vector<nlohmann::json>> stats(size.databases.size());
  for (int turn = 0; turn < options_.builds; ++turn) {
    for (std::size_t at = 0; at < size.databases.size(); ++at) {
      DatabaseResult& database = size.databases[at];
      announce("LUBM({}): build {} of {}, {} images", size.universities, turn + 1, options_.builds, database.images);
      database.build_seconds.push_back(build_once(size, database));
      stats[at].push_back(bench::read_json(workplace_.folder / "stats.json"));
    }
    if (!size.peer) continue;
    if (turn == 0 && options_.inferred) write_closure(size.databases.front());
    announce("LUBM({}): load {} of {}, {}", size.universities, turn + 1, options_.builds, size.peer->name);
    size.peer->build_seconds.push_back(load_peer_once(*size.peer));
  }
  for (std::size_t at = 0; at < size.databases.size(); ++at) {
    size.databases[at].build = median_build(std::move(stats[at]));
    std::sort(size.databases[at].build_seconds.begin(), size.databases[at].build_seconds.end());
  }
  if (size.peer) std::sort(size.peer->build_seconds.begin(), size.peer->build_seconds.end());
  size.quads = size.databases.front().build.at("quads_read");
}

// The time of the program, as a user waits for it.
double Benchmark::build_once(const SizeResult& size, DatabaseResult& database) {
  std::vector<std::string> words{options_.quadrille,
                                 "build",
                                 "--db",
                                 place_of(database).string(),
                                 "--replace",
                                 "--images",
                                 std::to_string(database.images),
                                 "--stats",
                                 (workplace_.folder / "stats.json").string()};
  if (!options_.memory.empty()) words.insert(words.end(), {"--memory", options_.memory});
  if (options_.inferred) words.insert(words.end(), {"--rules", "owl-rl", options_.ontology});
  if (needs_file(options_)) {
    words.push_back(file().string());
  } else {
    words.insert(words.end(),
                 {"--lubm", std::to_string(size.universities), "--lubm-seed", std::to_string(options_.seed)});
  }
  return run_program(workplace_, words).seconds;
}

void Benchmark::write_closure(const DatabaseResult& database) {
  announce("a dump of all quads, for the peer");
  run_program(workplace_, {options_.quadrille, "dump", "--db", place_of(database).string(), "--infer", "true",
                           "--format", "nt", "--output", closure().string()});
}

double Benchmark::load_peer_once(PeerResult& peer) {
  const fs::path place = workplace_.folder / "peer";
  const double seconds = run_program(workplace_, {options_.oxigraph, "load", "--location", place.string(), "--file",
                                                  (options_.inferred ? closure() : file()).string()})
                             .seconds;
  peer.disk_bytes = bytes_below(place);
  fs::remove_all(place);
  return seconds;
}

void Benchmark::ask(SizeResult& size) {
  announce("LUBM({}): {} queries", size.universities, queries_.size());
  std::vector<std::unique_ptr<DatabaseServer>> servers;
  std::vector<bench::AskedServer> asked;
  for (DatabaseResult& database : size.databases) {
    servers.push_back(
        std::make_unique<DatabaseServer>(workplace_, options_.quadrille, place_of(database), database.images));
    database.start_seconds = servers.back()->start_seconds();
    asked.emplace_back(bench::parse_endpoint(servers.back()->url() + "/sparql?timeout=3600"));
  }
  for (const Query& query : queries_) {
    const auto times = bench::time_answers(asked, query.name, query.text, {options_.warm_up, options_.repetitions});
    bench::require_same(asked, query.name, times);
    const auto expected =
        options_.seed == 0 ? expected_.of(size.universities, options_.inferred, query.name) : std::nullopt;
    for (std::size_t at = 0; at < asked.size(); ++at) {
      size.databases[at].queries.push_back({query.name, times[at].rows, expected, times[at].ms});
    }
  }
}

}  // namespace quadrille::lubm
