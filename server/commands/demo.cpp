#include "server/commands/demo.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "quadstore/manifest.hpp"
#include "server/commands/server_request.hpp"
#include "server/commands/shell_word.hpp"
#include "server/engine/database_lock.hpp"
#include "server/launch/core_count.hpp"
#include "server/launch/launcher.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kDemoFooter = R"(
The data are LUBM(1) of the Lehigh University Benchmark, about 100,000 triples: one university, its departments,
professors, students, courses and publications. The database is made in DIR at the first start, within seconds, and kept:
later starts use it again. Clients on this machine may change it. Control-C ends the server; to remove the database, remove
the folder.

Examples:
  quadrille demo
  quadrille demo /tmp/university --port 8080)";

// A query of the benchmark that needs no rules.
struct DemoQuery {
  std::string_view asks;
  std::string_view pattern;
};
constexpr std::array kDemoQueries{
    DemoQuery{"LUBM 1: the graduate students who take one graduate course (4)",
              "SELECT ?x { ?x a ub:GraduateStudent ; ub:takesCourse "
              "<http://www.Department0.University0.edu/GraduateCourse0> }"},
    DemoQuery{"LUBM 3: the publications of one assistant professor (6)",
              "SELECT ?x { ?x a ub:Publication ; ub:publicationAuthor "
              "<http://www.Department0.University0.edu/AssistantProfessor0> }"},
    DemoQuery{"LUBM 14: all undergraduate students (5916)", "SELECT ?x { ?x a ub:UndergraduateStudent }"},
};
constexpr std::string_view kDemoPrefix = "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>";

void print_what_to_try(const std::string& database) {
  const auto server = find_server(database);
  const std::string url = server ? server_url(*server) : "";
  std::string text = fmt::format(
      "\nThe database {} is served at {}/ until Control-C: open it in a browser, or try, in another terminal:\n",
      database, url);
  for (const DemoQuery& query : kDemoQueries) {
    text += fmt::format("\n# {}\nquadrille query --db {} '{} {}'\n", query.asks,
                        shell_word(std::filesystem::absolute(database).string()), kDemoPrefix, query.pattern);
  }
  text += fmt::format(
      "\n# the last one over HTTP, as CSV\ncurl -H 'Accept: text/csv' --data-urlencode 'query={} {}' {}/sparql\n",
      kDemoPrefix, kDemoQueries.back().pattern, url);
  print(text + "\n");
}

}  // namespace

void add_demo(CLI::App& program, DemoOptions& options) {
  CLI::App& app = *program.add_subcommand("demo", "Serve a database of generated data, to try things on");
  app.add_option("DIR", options.database, "Directory of the database (default: quadrille-demo)");
  app.add_option("--port", options.port, "Port to listen on; 0: any free one (default: 3756)")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535).description(""));
  app.add_option("--images", options.images, "Number of processes (default: one a physical core)")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 16).description(""));
  app.footer(kDemoFooter);
}

int run_demo(const DemoOptions& options) {
  if (find_server(options.database)) {
    print_what_to_try(options.database);
    return 0;
  }
  Launch launch;
  launch.images = options.images.value_or(count_usable_cores());
  if (!std::filesystem::exists(manifest_path(options.database))) {
    print(fmt::format("Making the database {}\n", options.database));
    const std::vector<std::string> build{"build", "--db", options.database, "--lubm", "1"};
    if (const int status = launch_images(launch, build); status != 0) return status;
  }
  launch.serving = [&] { print_what_to_try(options.database); };
  return launch_images(
      launch, std::vector<std::string>{"serve", "--db", options.database, "--port", std::to_string(options.port)});
}

}  // namespace quadrille::server
