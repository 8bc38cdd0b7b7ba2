#include "bench/query/load_options.hpp"

#include "base/error.hpp"

namespace quadrille::bench {

void LoadOptions::add_to(CLI::App& command) {
  servers.add_to(command);
  command.add_option("--clients", clients, "How many ask at once, each with a connection that it keeps")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command.add_option("--seconds", turns.seconds, "How long a server is asked in one turn")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--turns", turns.turns, "How many turns each server has")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--warm-up-seconds", turns.warm_up_seconds, "How long each is asked before it counts")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--most-seconds", turns.most_seconds, "Seconds that one answer may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--seed", seed, "Of all that is drawn: the same seed asks the same queries in the same order")
      ->capture_default_str();
  command.add_option("--title", title, "What the tables are about")->capture_default_str();
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
