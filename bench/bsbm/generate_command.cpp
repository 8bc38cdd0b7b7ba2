#include "bench/bsbm/generate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "base/error.hpp"
#include "bench/bsbm/data/generator.hpp"
#include "bench/bsbm/data_set_options.hpp"
#include "bench/data_files.hpp"
#include "lubm/ordered_production.hpp"

namespace quadrille::bsbm {

namespace {

struct GenerateOptions {
  DataSetOptions size;
  DataFiles files;
  std::uint32_t file_count = 0;  // 0: one
  std::string part;              // "2/4"; empty: all
};

struct Pieces {
  std::uint32_t first, count;
};

// The pieces of part "number/of", or all.
Pieces pieces_of(const std::string& part, std::uint32_t pieces) {
  if (part.empty()) return {0, pieces};
  std::uint32_t number = 0, of = 0;
  char end = 0;
  if (std::sscanf(part.c_str(), "%u/%u%c", &number, &of, &end) != 2 || number == 0 || number > of) {
    fail(ErrorKind::user, "--part must be like 2/4, the second of four parts; found \"{}\"", part);
  }
  const auto begin_of = [&](std::uint32_t at) { return static_cast<std::uint32_t>(std::uint64_t{pieces} * at / of); };
  return {begin_of(number - 1), begin_of(number) - begin_of(number - 1)};
}

void write(const GenerateOptions& options) {
  const auto data_set = options.size.data_set();
  if (!data_set) fail(ErrorKind::user, "the size is missing: give --products or --triples");
  const Generator generator(*data_set);
  const Pieces pieces = pieces_of(options.part, generator.pieces());
  std::atomic<std::uint64_t> triples = 0;
  const auto generate_some = [&](std::uint32_t first, std::uint32_t count, unsigned threads, const LineSink& sink,
                                 const PieceChange& change) {
    const auto make = [&](std::uint32_t piece, std::string& lines) {
      triples += generator.make_piece(lines, pieces.first + first + piece);
      if (change) change(lines);
    };
    lubm::produce_in_order(count, threads, make, sink);
  };
  DataFiles files = options.files;
  files.pieces = pieces.count;
  if (options.file_count != 0) files.pieces_per_file = (pieces.count + options.file_count - 1) / options.file_count;
  write_data_files(files, generate_some);
  fmt::print(stderr, "{} products, {} triples\n", data_set->products, triples.load());
}

constexpr const char* kGenerateFooter =
    R"(The data describe products with types, features, offers and reviews, as the benchmark's own tools do: the same
classes, properties, datatypes and distributions (other words and other random numbers). The types of a product include
those above its own type in the tree. A product has about 352 triples with its offers and reviews, 88 kB:

  products 2,840: 1 million triples     28,300: 10 million     284,000: 100 million

The bytes depend only on size and seed: they are the same on every machine and with any number of threads. --part
divides the same bytes between machines or processes.

Examples:

  quadrille-bench bsbm generate --products 1000 | quadrille build --db bsbm --format nt -
  quadrille-bench bsbm generate --triples 10000000 --output bsbm-10m.nt
  quadrille-bench bsbm generate --triples 100000000 --files 10 --output data/bsbm.nt.zst
  quadrille-bench bsbm generate --triples 100000000 --part 2/4 --output quarter-2.nt

The third one writes data/bsbm-00000.nt.zst to data/bsbm-00009.nt.zst, several at a time.
'quadrille-bench bsbm explore --help' and 'bi --help' describe the queries.
)";

}  // namespace

void add_generate_command(CLI::App& bsbm) {
  auto* command = bsbm.add_subcommand("generate", "Write the benchmark's data as N-Triples, in any size");
  const auto options = std::make_shared<GenerateOptions>();
  DataFiles& files = options->files;
  files.threads = std::max(1U, std::thread::hardware_concurrency());
  options->size.add_to(*command, "--seed");
  command->add_option("--threads", files.threads, "Number of threads (default: one for each core)")
      ->check(CLI::Range(1U, 1024U));
  auto* const output = command->add_option("-o,--output", files.output, "File to write (default: standard output)");
  command
      ->add_option("--files", options->file_count,
                   "Number of files of about the same size; -00000, -00001, ... precede .nt or .nt.zst")
      ->needs(output)
      ->check(CLI::PositiveNumber);
  command->add_option("--part", options->part, "Write only one of several parts of about the same size, such as 2/4");
  command->add_flag("--zstd", files.zstd, "Compress, also if the output's name does not end in .zst");
  command->footer(kGenerateFooter);
  command->callback([options] { write(*options); });
}

}  // namespace quadrille::bsbm
