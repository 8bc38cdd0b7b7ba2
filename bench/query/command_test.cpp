// The commands that query servers, as a user calls them, with Quadrille as the server.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "tests/support/process.hpp"

namespace quadrille::bench {
namespace {

using ::testing::HasSubstr;

// LUBM(1) without inferences, served while the tests run; the server has a time limit in case they are killed.
class Commands : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new quadrille::testing::TemporaryFolder;
    const std::string database = (folder_->path() / "db").string(), log = (folder_->path() / "log").string();
    tests::run_command(fmt::format("{} build --db {} --lubm 1 </dev/null >{} 2>&1", QUADRILLE, database, log));
    tests::run_command(
        fmt::format("timeout 120 {} serve --db {} --read-only --port 0 </dev/null >{} 2>&1 & echo $! >{}/pid",
                    QUADRILLE, database, log, folder_->path().string()));
    const Deadline deadline = Deadline::after(60);
    while (url_.empty() && !deadline.passed()) {
      std::ifstream file(log);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      const std::size_t begin = text.find("http://127.0.0.1:"), end = text.find("/sparql\n", begin);
      if (end != std::string::npos) url_ = text.substr(begin, end - begin);
      tests::run_command("sleep 0.05");
    }
    folder_->write("queries/departments.rq",
                   "SELECT * { ?d <http://swat.cse.lehigh.edu/onto/univ-bench.owl#subOrganizationOf> "
                   "<http://www.University0.edu> }");
    folder_->write("queries/expected.tsv", "query\trows\ndepartments\t15\n");
  }
  static void TearDownTestSuite() {
    // Waits for its end: a server that ends removes files of its own in the folder.
    tests::run_command(
        fmt::format("p=$(cat {}/pid); kill $p; for i in $(seq 200); do "
                    "grep -q . /proc/$p/cmdline || break; sleep 0.05; done",
                    folder_->path().string()));
    delete folder_;
  }

  static tests::ProcessResult run(const std::string& words) {
    return tests::run_command(fmt::format("{} {} 2>&1 </dev/null", QUADRILLE_BENCH, words));
  }
  static std::string queries() { return (folder_->path() / "queries").string(); }
  static nlohmann::json json() {
    std::ifstream file(json_path());
    return nlohmann::json::parse(file);
  }
  static std::string json_path() { return (folder_->path() / "all.json").string(); }

  static inline quadrille::testing::TemporaryFolder* folder_ = nullptr;
  static inline std::string url_;
};

TEST_F(Commands, QueryComparesServers) {
  const std::string plot = (folder_->path() / "all.svg").string();
  const auto [code, said] =
      run(fmt::format("query --server {0} --peer same={0}/sparql --peer form={0}/sparql#form --rounds 3 --expected {1} "
                      "--json {2} --plot {3} {1}",
                      url_, queries(), json_path(), plot));
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("| departments | 15 | "));
  EXPECT_EQ(json().at("queries").at(0).at("answers").size(), 3u);
  EXPECT_TRUE(json().at("remarks").empty());
  EXPECT_GT(std::filesystem::file_size(plot), 500u);
}

TEST_F(Commands, QueryFailsIfRowsAreWrong) {
  const std::string expected = folder_->write("wrong.json", R"({"departments": 16})");
  const auto [code, said] =
      run(fmt::format("query --server {} --rounds 1 --expected {} {}", url_, expected, queries()));
  EXPECT_EQ(code, 1);
  EXPECT_THAT(said, HasSubstr("15 rows, expected 16"));
  EXPECT_EQ(run(fmt::format("query --server http://127.0.0.1:1 --rounds 1 {}", queries())).exit_code, 1);
  EXPECT_EQ(run(fmt::format("query --server {} --peer http://127.0.0.1:1 --rounds 1 {}", url_, queries())).exit_code,
            0);
}

TEST_F(Commands, ClientsAskAtOnce) {
  const auto [code, said] =
      run(fmt::format("clients --server {} --clients 4 --seconds 0.3 --turns 1 --warm-up-seconds 0.1 --json {} {}",
                      url_, json_path(), queries()));
  EXPECT_EQ(code, 0) << said;
  EXPECT_GT(json().at("servers").at(0).at("queries"), 0);
  EXPECT_EQ(json().at("servers").at(0).at("faults"), 0);
}

TEST_F(Commands, LookupsHaveManyConstants) {
  const auto [code, said] =
      run(fmt::format("lubm lookups --server {} --count 40 --seconds 0.3 --turns 1 --warm-up-seconds 0.1 --json {}",
                      url_, json_path()));
  EXPECT_EQ(code, 0) << said;
  EXPECT_EQ(json().at("kinds").size(), 4u);
  EXPECT_EQ(json().at("different_queries"), 40);
}

TEST_F(Commands, ExploreRunsMixes) {
  for (int number = 1; number <= 12; ++number) {
    folder_->write(fmt::format("mix/explore-q{:02}-01.rq", number), "SELECT * { ?s ?p ?o } LIMIT 3");
  }
  const auto [code, said] = run(fmt::format(
      "bsbm explore --server {} --variants 0 --queries {}/mix --seconds 0.3 --turns 1 --warm-up-seconds 0.1 --json {}",
      url_, folder_->path().string(), json_path()));
  EXPECT_EQ(code, 0) << said;
  EXPECT_GT(json().at("servers").at(0).at("mixes_per_hour"), 0);
  EXPECT_EQ(json().at("kinds").size(), 11u);
}

TEST_F(Commands, TeachWhatTheyTake) {
  for (const char* command : {"query", "clients", "lubm lookups", "bsbm explore", "csr"}) {
    const auto [code, said] = run(std::string(command) + " --help");
    EXPECT_EQ(code, 0);
    EXPECT_THAT(said, HasSubstr("quadrille-bench " + std::string(command))) << "an example";
  }
}

}  // namespace
}  // namespace quadrille::bench
