#include "bench/query/query_command.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bench/query/answer_times.hpp"
#include "bench/query/asked_server.hpp"

namespace quadrille::bench {

namespace {

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

class Comparison {
 public:
  explicit Comparison(const QueryOptions& options) : options_(options) {
    for (const std::string& server : options_.servers) servers_.emplace_back(server);
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
  // The medians of one query, by server.
  std::vector<double> measure(const std::string& file) {
    const AnswerTimes times = time_answers(servers_, file, read_file(file), 1, options_.rounds);
    std::vector<double> medians;
    for (const auto& of_server : times.ms) medians.push_back(median(of_server));
    fmt::print("{:<20} {:>10}", std::filesystem::path(file).filename().string(), times.rows);
    for (const double time : medians) fmt::print(" {:12.2f}", time);
    for (std::size_t server = 1; server < medians.size(); ++server)
      fmt::print(" {:8.2f}", medians[server] / medians[0]);
    fmt::print("\n");
    std::fflush(stdout);
    return medians;
  }

  const QueryOptions options_;
  std::vector<AskedServer> servers_;
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
