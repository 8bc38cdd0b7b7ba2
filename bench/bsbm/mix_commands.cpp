#include "bench/bsbm/mix_commands.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bench/bsbm/data_set_options.hpp"
#include "bench/bsbm/mix.hpp"
#include "bench/bsbm/queries/draws.hpp"
#include "bench/bsbm/variants.hpp"
#include "bench/output_file.hpp"
#include "bench/query/load_options.hpp"

namespace quadrille::bsbm {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMixes = 200;  // of a client, before it starts again

struct MixOptions {
  bench::LoadOptions load;
  DataSetOptions size;
  std::string folder;
  std::size_t variants = 0;
  std::size_t draws = 0;
  std::size_t mixes = 0;  // of a client in a turn; 0: as many as it can
};

std::string shared_folder() {
  const char* const shared = std::getenv("QUADRILLE_SHARED");
  return (fs::path(shared && *shared ? shared : "../shared") / "bench/bsbm/queries").string();
}

// Beside the folder of queries, or in it.
bench::ExpectedRows expected_of(const std::string& folder) {
  const fs::path beside = fs::path(folder).parent_path() / "expected.tsv";
  return bench::read_expected_rows(fs::exists(beside) ? beside.string() : folder, "");
}

// The folder's queries, and more of them about other things.
std::vector<bench::NamedQuery> queries_of_folder(const MixOptions& options) {
  std::vector<bench::NamedQuery> queries = bench::read_query_files({options.folder});
  if (options.variants == 0) return queries;
  const bench::Members members = bench::members_at(options.load.servers.endpoints().front());
  return bench::with_variants(std::move(queries), members, options.variants, options.load.seed);
}

void run(const UseCase& use_case, const MixOptions& options) {
  bench::LoadOptions load = options.load;
  load.turns.steps = options.mixes * use_case.mix.size();
  const auto data_set = options.size.data_set();
  load.run(mix_workload(use_case,
                        data_set ? drawn_queries(use_case, Generator(*data_set), options.draws, load.seed)
                                 : queries_of_folder(options),
                        load.clients, kMixes, load.seed),
           data_set ? bench::ExpectedRows{} : expected_of(options.folder));
}

void write_queries(const MixOptions& options, const std::string& folder) {
  const auto data_set = options.size.data_set();
  if (!data_set) fail(ErrorKind::user, "the size of the data is missing: give --products or --triples");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(ErrorKind::io, "cannot create {}: {}", folder, error.message());
  const Generator generator(*data_set);
  for (const UseCase& use_case : {kExplore, kBusinessIntelligence}) {
    for (const auto& [name, text] : drawn_queries(use_case, generator, options.draws, options.load.seed)) {
      OutputFile file((fs::path(folder) / (name + ".rq")).string());
      file.write(text);
      file.close();
    }
  }
}

constexpr const char* kExploreFooter = R"(
A mix is 25 queries in the order of the benchmark. With --products or --triples, the size of the data that
'quadrille-bench bsbm generate' has made, their parameters are random things of these data. Without it the queries come
from a folder: files explore-q01-01.rq and so on. Queries about one product, offer or review (2, 5, and 7 to 12) are
then also sent with others, taken from the first server, so that no server can repeat its last answer. Every client
sends its own mixes. The report has queries a second, mixes an hour, and p50 and p99 of each query. Expected numbers of
rows come from expected.tsv beside the folder, if it exists, else from the first server. (Engines define DESCRIBE: other
numbers of rows of query 9 are reported, and are not a failure of a peer.)

Examples, with the same data in both servers:
  quadrille-bench bsbm explore --server Quadrille=http://127.0.0.1:3756 --peer Oxigraph=http://127.0.0.1:7878/query
  quadrille-bench bsbm explore --triples 10000000 --clients 16 --server http://127.0.0.1:3756)";

constexpr const char* kBiFooter = R"(
A mix is 15 queries in the order of the benchmark. They count, average and rank over many products, so a mix takes
seconds: a turn is a number of whole mixes (--mixes), or --seconds with --mixes 0. With --products or --triples, the
size of the data that 'quadrille-bench bsbm generate' has made, their parameters are random things of these data;
without it the queries come from a folder: files bi-q01-01.rq and so on. The report is like that of 'bsbm explore'.

Some of these queries take minutes on large data, and a server lets only some wait: start Quadrille with
'serve --timeout 600', and for 100 clients with '--max-waiting 200'.

For medians of single queries: 'quadrille-bench bsbm queries', then 'quadrille-bench query'.

Example:
  quadrille-bench bsbm bi --triples 10000000 --server http://127.0.0.1:3756)";

constexpr const char* kQueriesFooter = R"(
Files explore-q01-001.rq to bi-q08-001.rq and so on: the queries that 'bsbm explore' and 'bsbm bi' send for the same
size, seed of the data, seed and number of draws.

Example:
  quadrille-bench bsbm queries --triples 10000000 --draws 5 --output queries
  quadrille-bench query --server http://127.0.0.1:3756 queries)";

void add_data_options(CLI::App& command, MixOptions& options) {
  options.size.add_to(command, "--data-seed");
  command.add_option("--draws", options.draws, "Number of sets of parameters of each query, for generated data")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
}

// The options that explore and bi have in common.
void add_mix_options(CLI::App& command, MixOptions& options) {
  options.folder = shared_folder();
  options.load.add_to(command);
  command.add_option("--queries", options.folder, "Folder with the queries, if they are not for generated data")
      ->type_name("DIR")
      ->capture_default_str();
  command
      .add_option("--mixes", options.mixes,
                  "Number of mixes that each client sends in a turn, instead of --seconds; 0: as many as it can")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  add_data_options(command, options);
}

void add_explore(CLI::App& bsbm) {
  const auto options = std::make_shared<MixOptions>();
  options->load.title = "BSBM explore";
  options->variants = 10;
  options->draws = 100;
  CLI::App& command =
      *bsbm.add_subcommand("explore", "Send the explore mix from many clients to several servers in turns");
  add_mix_options(command, *options);
  command
      .add_option("--variants", options->variants,
                  "Number of additional queries about others, for each query of the folder about one product, offer or "
                  "review")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.footer(kExploreFooter);
  command.callback([options] { run(kExplore, *options); });
}

void add_bi(CLI::App& bsbm) {
  const auto options = std::make_shared<MixOptions>();
  options->load.title = "BSBM business intelligence";
  options->load.clients = 1;
  options->load.turns.most_seconds = 600;
  options->draws = 10;
  options->mixes = 1;
  CLI::App& command = *bsbm.add_subcommand(
      "bi", "Send the business intelligence mix from one or more clients to several servers in turns");
  add_mix_options(command, *options);
  command.footer(kBiFooter);
  command.callback([options] { run(kBusinessIntelligence, *options); });
}

void add_queries(CLI::App& bsbm) {
  const auto options = std::make_shared<MixOptions>();
  const auto folder = std::make_shared<std::string>();
  options->draws = 1;
  CLI::App& command = *bsbm.add_subcommand("queries", "Write the queries for generated data to files");
  add_data_options(command, *options);
  command.add_option("--seed", options->load.seed, "Random seed of the parameters")->capture_default_str();
  command.add_option("-o,--output", *folder, "Folder for the files")->type_name("DIR")->required();
  command.footer(kQueriesFooter);
  command.callback([options, folder] { write_queries(*options, *folder); });
}

}  // namespace

void add_mix_commands(CLI::App& bsbm) {
  add_explore(bsbm);
  add_bi(bsbm);
  add_queries(bsbm);
}

}  // namespace quadrille::bsbm
