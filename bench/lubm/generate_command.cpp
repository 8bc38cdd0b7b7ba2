#include "bench/lubm/generate_command.hpp"

#include <memory>

#include "bench/data_files.hpp"
#include "lubm/generator.hpp"

namespace quadrille::lubm {

namespace {

struct GenerateOptions {
  DataSet data_set;
  DataFiles files;  // a piece is a university
};

void write(const GenerateOptions& options) {
  check_data_set(options.data_set);
  DataFiles files = options.files;
  files.pieces = options.data_set.universities;
  const auto generate_some = [&](std::uint32_t first, std::uint32_t count, unsigned threads, const Sink& sink,
                                 const Change& change) {
    DataSet some = options.data_set;
    some.start += first;
    some.universities = count;
    generate(some, threads, sink, change);
  };
  write_data_files(files, generate_some);
}

constexpr const char* kGenerateFooter =
    R"(A university has about 20 departments, 139,000 lines, 24 MB. Its data depend only on its number, the seed and the
ontology, so LUBM(10) contains LUBM(5), and this command makes the rest:

  quadrille-bench lubm generate --start 5 --universities 5

The bytes are the same on every machine and with any number of threads.

Examples:

  quadrille-bench lubm generate --universities 1 | quadrille build --db lubm-1 --format nt -
  quadrille-bench lubm generate --universities 100 --threads 4 --output lubm-100.nt
  quadrille-bench lubm generate --universities 1000 --threads 4 --per-file 100 --output data/lubm.nt.zst

The last one writes data/lubm-00000.nt.zst to data/lubm-00009.nt.zst, four at a time. A compressed file has one frame for
each university. 'quadrille build --lubm N' builds a database of the data without a file.
)";

}  // namespace

void add_generate_command(CLI::App& lubm) {
  auto* command = lubm.add_subcommand("generate", "Write universities as N-Triples, the same triples as UBA 1.7");
  const auto options = std::make_shared<GenerateOptions>();
  DataSet& data_set = options->data_set;
  DataFiles& files = options->files;
  command->add_option("-u,--universities", data_set.universities, "Number of universities")->required();
  command->add_option("--seed", data_set.seed, "Random seed; 0 is the benchmark's")->capture_default_str();
  command->add_option("--start", data_set.start, "Number of the first university")->capture_default_str();
  command->add_option("--ontology", data_set.ontology, "IRI of the ontology, without '#'")->capture_default_str();
  command->add_flag("--reified", data_set.reified,
                    "Annotate takesCourse, advisor and worksFor with a source and a confidence (RDF 1.2)");
  command->add_option("--threads", files.threads, "Number of threads, each of which makes one university at a time")
      ->capture_default_str();
  auto* const output = command->add_option("-o,--output", files.output, "File to write (default: standard output)");
  command
      ->add_option("--per-file", files.pieces_per_file,
                   "Start a new file after this many universities; -00000, -00001, ... precede .nt or .nt.zst")
      ->needs(output)
      ->check(CLI::PositiveNumber);
  command->add_flag("--zstd", files.zstd, "Compress, also if the output's name does not end in .zst");
  command->footer(kGenerateFooter);
  command->callback([options] { write(*options); });
}

}  // namespace quadrille::lubm
