#include "bench/rules/rules_command.hpp"

#include <filesystem>
#include <memory>

#include "base/error.hpp"
#include "bench/report/output_files.hpp"
#include "bench/rules/rules_benchmark.hpp"

namespace quadrille::bench {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRulesFooter = R"(
In each turn the files are built with rules by each number of images, and the first query is answered; then each peer
loads the same files, reasons, and answers the same query if it has queries. A peer is a command that takes
--rules, --query, --json and the files, such as bench/peers/reasoning/reason NAME. One that fails or takes too long is
reported with the reason. The table goes to standard output as Markdown. Exit status: 1 if a build fails.

Examples:
  quadrille-bench rules --images 1,2 lubm-10.nt univ-bench.nt
  quadrille-bench rules --rules rdfs --peer 'bench/peers/reasoning/reason sparq-rdf' lubm-10.nt univ-bench.nt)";

struct CommandOptions {
  RulesOptions rules;
  OutputFiles output;
};

void run(CommandOptions options) {
  RulesOptions& rules = options.rules;
  if (rules.quadrille.empty()) {
    rules.quadrille = fs::read_symlink("/proc/self/exe").replace_filename("quadrille").string();
  }
  if (rules.work.empty()) rules.work = fs::temp_directory_path().string();
  options.output.check();
  lubm::Children children;
  const RulesResults results = [&] {
    try {
      return RulesBenchmark(children, rules).run();
    } catch (const Error&) {
      children.check_stopped();  // reports the signal if it ended the program
      throw;
    }
  }();
  options.output.write(to_markdown(results), to_json(results), to_svg(results));
}

}  // namespace

void add_rules_command(CLI::App& program) {
  const auto options = std::make_shared<CommandOptions>();
  RulesOptions& rules = options->rules;
  CLI::App& command = *program.add_subcommand("rules", "Measure builds with rules, and the reasoners of peers");
  command.add_option("files", rules.files, "Data and ontology; peers read N-Triples")
      ->required()
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command.add_option("--rules", rules.rules, "Rule set (default: owl-rl)")->type_name("SET");
  command.add_option("--images", rules.images, "Numbers of images, such as 1,2 (default: 1)")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  command.add_option("--runs", rules.runs, "Number of runs of each; the median is reported (default: 5)")
      ->check(CLI::Range(1, 1000));
  command.add_option("--peer", rules.peers, "Command of a peer's reasoner; can be repeated")
      ->type_name("COMMAND")
      ->expected(1)
      ->take_all();
  command.add_option("--query", rules.query, "First query (default: the number of pairs of a thing and its class)")
      ->type_name("TEXT");
  command.add_option("--most-seconds", rules.most_seconds, "Time limit of each program (default: 600)")
      ->check(CLI::PositiveNumber);
  command.add_option("--quadrille", rules.quadrille, "Program to measure (default: the one beside this)")
      ->type_name("PROGRAM");
  command.add_option("--work", rules.work, "Folder for temporary databases (default: the system's)")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  options->output.add_to(command);
  command.footer(kRulesFooter);
  command.callback([options] { run(*options); });
}

}  // namespace quadrille::bench
