#include "bench/query/load_options.hpp"

#include "base/error.hpp"

namespace quadrille::bench {

void LoadOptions::add_to(CLI::App& command) {
  servers.add_to(command);
  command.add_option("--clients", clients, "Number of clients at once, each with its own open connection")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command.add_option("--seconds", turns.seconds, "Duration of a server's turn")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--turns", turns.turns, "Number of turns of each server")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      .add_option("--warm-up-seconds", turns.warm_up_seconds,
                  "Duration of the load on each server before the measured turns")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--most-seconds", turns.most_seconds, "Time limit of one answer")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--seed", seed, "Random seed; the same seed sends the same queries in the same order")
      ->capture_default_str();
  command.add_option("--title", title, "Title of the tables")->capture_default_str();
  output.add_to(command);
}

void LoadOptions::run(const Workload& work, const ExpectedRows& expected) const {
  output.check();
  const LoadComparison all = compare_load(title, servers.endpoints(), servers.described(), work, expected, turns);
  output.write(to_markdown(all), to_json(all), to_svg(all));
  if (const std::size_t faults = all.faults()) {
    fail(ErrorKind::user, "{} answers are missing or wrong: see the remarks", faults);
  }
}

}  // namespace quadrille::bench
