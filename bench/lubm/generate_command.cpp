#include "bench/lubm/generate_command.hpp"

#include <fmt/format.h>

#include <memory>

#include "base/clock.hpp"
#include "bench/lubm/generator.hpp"
#include "bench/output_file.hpp"

namespace quadrille::lubm {

namespace {

struct GenerateOptions {
  DataSet data_set;
  unsigned threads = 1;
  std::string output;  // empty: standard output
};

void generate_to(const GenerateOptions& options) {
  const Stopwatch stopwatch;
  OutputFile output(options.output);
  generate(options.data_set, options.threads, [&](std::string_view lines) { output.write(lines); });
  output.close();
  if (!options.output.empty()) {
    fmt::print(stderr, "{}: {:.1f} MB in {:.2f} s\n", options.output, static_cast<double>(output.written_bytes()) / 1e6,
               stopwatch.seconds());
  }
}

constexpr const char* kFooter =
    R"(A university has about 20 departments, 139,000 lines, 24 MB. The data of one depends on its number, the seed
and the ontology only, so LUBM(10) holds LUBM(5), and

  quadrille-bench lubm generate --start 5 --universities 5

is what is missing. Every machine and every number of threads makes the same bytes. For example:

  quadrille-bench lubm generate --universities 1 | quadrille build --db lubm-1 -
  quadrille-bench lubm generate --universities 100 --threads 4 --output lubm-100.nt
)";

}  // namespace

void add_commands(CLI::App& program) {
  auto* lubm = program.add_subcommand("lubm", "The Lehigh University Benchmark");
  lubm->require_subcommand(1);
  auto* command = lubm->add_subcommand("generate", "Writes universities as N-Triples, the same triples as UBA 1.7");
  const auto options = std::make_shared<GenerateOptions>();
  DataSet& data_set = options->data_set;
  command->add_option("-u,--universities", data_set.universities, "How many universities")->required();
  command->add_option("--seed", data_set.seed, "The seed; 0 is the benchmark's")->capture_default_str();
  command->add_option("--start", data_set.start, "The number of the first university")->capture_default_str();
  command->add_option("--ontology", data_set.ontology, "The ontology's IRI, without '#'")->capture_default_str();
  command->add_option("--threads", options->threads, "How many universities are made at once")->capture_default_str();
  command->add_option("-o,--output", options->output, "The file to write; standard output if not given");
  command->footer(kFooter);
  command->callback([options] { generate_to(*options); });
}

}  // namespace quadrille::lubm
