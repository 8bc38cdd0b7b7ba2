#include "bench/query/query_command.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostSeconds = 3600;  // for one answer

struct QueryOptions {
  std::vector<std::string> servers;
  std::vector<std::string> files;
  int rounds = 9;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad() || text.empty()) fail(ErrorKind::io, "{}: cannot be read, or is empty", path);
  return text;
}

// The lines of an answer, whatever their order.
struct Lines {
  std::size_t count = 0;
  std::size_t sum = 0;  // of their hashes

  explicit Lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      sum += std::hash<std::string_view>()(text.substr(0, end));
      ++count;
      text.remove_prefix(end + 1);
    }
  }
  bool operator==(const Lines&) const = default;
};

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

class Comparison {
 public:
  explicit Comparison(const QueryOptions& options) : options_(options) {
    for (const std::string& server : options_.servers) {
      servers_.push_back(std::make_unique<httplib::Client>(server));
      servers_.back()->set_keep_alive(true);
      servers_.back()->set_tcp_nodelay(true);
      servers_.back()->set_read_timeout(kMostSeconds, 0);
    }
  }

  void run() {
    fmt::print("{:<20} {:>10}", "median of " + std::to_string(options_.rounds), "rows");
    for (std::size_t server = 0; server < servers_.size(); ++server)
      fmt::print(" {:>12}", fmt::format("{} ms", server + 1));
    fmt::print("  to the first\n");
    std::vector<double> logarithms(servers_.size());
    for (const std::string& file : options_.files) {
      const std::vector<double> times = measure(file);
      for (std::size_t server = 0; server < times.size(); ++server) {
        logarithms[server] += std::log(times[server] / times[0]);
      }
    }
    fmt::print("{:<20} {:>10}", "geometric mean", "");
    for (std::size_t server = 0; server < servers_.size(); ++server) fmt::print(" {:>12}", "");
    for (std::size_t server = 1; server < servers_.size(); ++server) {
      fmt::print(" {:8.2f}", std::exp(logarithms[server] / static_cast<double>(options_.files.size())));
    }
    fmt::print("\n");
  }

 private:
  // The medians of one query, by server, in turns; the first round warms up.
  std::vector<double> measure(const std::string& file) {
    const std::string query = read_file(file);
    std::vector<std::vector<double>> times(servers_.size());
    std::size_t rows = 0;
    for (int round = 0; round <= options_.rounds; ++round) {
      std::vector<Lines> answers;
      for (std::size_t server = 0; server < servers_.size(); ++server) {
        const auto begin = Clock::now();
        const std::string answer = ask(server, file, query);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        if (round > 0) times[server].push_back(seconds * 1000);
        if (round == 0) answers.emplace_back(answer);
      }
      if (round == 0) rows = compare(file, answers);
    }
    std::vector<double> medians;
    fmt::print("{:<20} {:>10}", std::filesystem::path(file).filename().string(), rows);
    for (const auto& of_server : times) medians.push_back(median(of_server));
    for (const double time : medians) fmt::print(" {:12.2f}", time);
    for (std::size_t server = 1; server < medians.size(); ++server)
      fmt::print(" {:8.2f}", medians[server] / medians[0]);
    fmt::print("\n");
    std::fflush(stdout);
    return medians;
  }

  // The rows, without the head.
  std::size_t compare(const std::string& file, const std::vector<Lines>& answers) const {
    for (std::size_t server = 1; server < answers.size(); ++server) {
      if (answers[server] != answers[0]) {
        fail(ErrorKind::user, "{}: {} and {} give different answers", file, options_.servers[0],
             options_.servers[server]);
      }
    }
    return answers[0].count - std::min<std::size_t>(answers[0].count, 1);
  }

  std::string ask(std::size_t server, const std::string& file, const std::string& query) {
    const httplib::Headers headers{{"Accept", "text/tab-separated-values, application/n-triples"}};
    const auto result = servers_[server]->Post(fmt::format("/sparql?timeout={}", kMostSeconds), headers, query,
                                               "application/sparql-query");
    if (!result) fail(ErrorKind::io, "{}: no answer: {}", options_.servers[server], httplib::to_string(result.error()));
    if (result->status != 200) fail(ErrorKind::io, "{}: status {}: {}", file, result->status, result->body);
    return result->body;
  }

  const QueryOptions options_;
  std::vector<std::unique_ptr<httplib::Client>> servers_;
};

}  // namespace

void add_query_command(CLI::App& program) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App* const command = program.add_subcommand(
      "query", "Asks servers the same queries in turns, compares the answers and takes the time.");
  command->add_option("--server", options->servers, "An address, http://HOST:PORT; several are compared with the first")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--rounds", options->rounds, "How often each is asked (9)")->check(CLI::Range(1, 10'000));
  command->add_option("files", options->files, "Files with a query each")->required()->check(CLI::ExistingFile);
  command->callback([options] { Comparison(*options).run(); });
}

}  // namespace quadrille::bench
