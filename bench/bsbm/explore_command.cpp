#include "bench/bsbm/explore_command.hpp"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/bsbm/explore_mix.hpp"
#include "bench/bsbm/variants.hpp"
#include "bench/query/load_options.hpp"

namespace quadrille::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMixes = 200;  // of a client, before it starts again

struct ExploreOptions {
  LoadOptions load;
  std::string folder;
  std::size_t variants = 10;
};

std::string shared_folder() {
  const char* const shared = std::getenv("QUADRILLE_SHARED");
  return (fs::path(shared && *shared ? shared : "../shared") / "bench/bsbm/queries").string();
}

// Beside the folder of queries, or in it.
ExpectedRows expected_of(const std::string& folder) {
  const fs::path beside = fs::path(folder).parent_path() / "expected.tsv";
  return read_expected_rows(fs::exists(beside) ? beside.string() : folder, "");
}

constexpr const char* kFooter = R"(
A mix is 25 queries in the order of the benchmark, each with parameters that are drawn from the folder's: files
explore-q01-01.rq and so on; queries about one product, offer or review (2, 5, and 7 to 12) also come about others, which
the first server is asked for, so that no server can answer from what it has just said. Every client goes through mixes of its own. Told are queries a second, mixes an hour, and p50
and p99 of each of the queries. Numbers of rows are those of expected.tsv beside the folder, if it is there (DESCRIBE is
up to the engine: other numbers of rows of query 9 are told, and are no failure of a peer).

Example, with the data of ../shared/bench/bsbm in both servers:
  quadrille-bench bsbm explore --server Quadrille=http://127.0.0.1:3756 --peer Oxigraph=http://127.0.0.1:7878/query)";

}  // namespace

void add_explore_command(CLI::App& bsbm) {
  const auto options = std::make_shared<ExploreOptions>();
  options->load.title = "BSBM explore";
  options->folder = shared_folder();
  CLI::App& command = *bsbm.add_subcommand("explore", "The explore mix, by many clients, at several servers in turns");
  options->load.add_to(command);
  command.add_option("--queries", options->folder, "Folder with explore-qNN-*.rq")
      ->type_name("DIR")
      ->capture_default_str();
  command
      .add_option("--variants", options->variants,
                  "Of each query about one product, offer or review: so many more about others of the data")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.footer(kFooter);
  command.callback([options] {
    const LoadOptions& load = options->load;
    std::vector<NamedQuery> queries = read_query_files({options->folder});
    if (options->variants > 0) {
      const Members members = members_at(load.servers.endpoints().front());
      queries = with_variants(std::move(queries), members, options->variants, load.seed);
    }
    load.run(explore_workload(std::move(queries), load.clients, kMixes, load.seed), expected_of(options->folder));
  });
}

}  // namespace quadrille::bench
