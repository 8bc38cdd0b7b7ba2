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
A mix is 25 queries in the order of the benchmark, each with random parameters of the folder: files explore-q01-01.rq and
so on. Queries about one product, offer or review (2, 5, and 7 to 12) are also sent with others, taken from the first
server, so that no server can repeat its last answer. Every client sends its own mixes. The report has queries a second,
mixes an hour, and p50 and p99 of each query. Expected numbers of rows come from expected.tsv beside the folder, if it
exists. (Engines define DESCRIBE: other numbers of rows of query 9 are reported, and are not a failure of a peer.)

Example, with the data of ../shared/bench/bsbm in both servers:
  quadrille-bench bsbm explore --server Quadrille=http://127.0.0.1:3756 --peer Oxigraph=http://127.0.0.1:7878/query)";

}  // namespace

void add_explore_command(CLI::App& bsbm) {
  const auto options = std::make_shared<ExploreOptions>();
  options->load.title = "BSBM explore";
  options->folder = shared_folder();
  CLI::App& command =
      *bsbm.add_subcommand("explore", "Send the explore mix from many clients to several servers in turns");
  options->load.add_to(command);
  command.add_option("--queries", options->folder, "Folder with explore-qNN-*.rq")
      ->type_name("DIR")
      ->capture_default_str();
  command
      .add_option("--variants", options->variants,
                  "Number of additional queries about others, for each query about one product, offer or review")
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
