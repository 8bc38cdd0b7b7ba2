// `quadrille-bench rules`, as a user calls it, with stand-ins for peers.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "tests/support/process.hpp"

namespace quadrille::bench {

namespace {

using ::testing::HasSubstr;

// Tom and Ella are cats, so animals: 2 quads follow.
constexpr const char* kCats =
    "<urn:cat> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:animal> .\n"
    "<urn:tom> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:cat> .\n"
    "<urn:ella> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:cat> .\n";

class RulesCommand : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(work_); }

  // A reasoner that does what `text` says; its report is the sixth word, since three options come before the files.
  std::string peer(const std::string& name, const std::string& text) {
    const std::string path = folder_.write(name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  tests::ProcessResult run(const std::string& arguments) {
    return tests::run_command(
        fmt::format("{} rules --work {} {} {} 2>&1 </dev/null", QUADRILLE_BENCH, work_.string(), arguments, data_));
  }

  quadrille::testing::TemporaryFolder folder_;
  const std::filesystem::path work_ = folder_.path() / "work";
  const std::string data_ = folder_.write("cats.nt", kCats);
};

TEST_F(RulesCommand, MeasuresBuildsAndPeersInTurns) {
  const std::string counts = (folder_.path() / "counts").string();
  const std::string stand_in =
      peer("peer", fmt::format("[ $2 = rdfs ] && [ $(wc -l <$7) = 3 ] || exit 3\necho run >>{}\n"
                               "echo '{{\"name\": \"stand-in\", \"version\": \"7\", \"load_seconds\": 1, "
                               "\"reason_seconds\": 0.5, \"inferred\": 2, \"first_answer_seconds\": 1.5}}' >$6\n",
                               counts));
  const auto json = folder_.path() / "all.json", plot = folder_.path() / "all.svg";
  const auto [code, said] = run(fmt::format("--rules rdfs --images 1,2 --runs 3 --peer {} --json {} --plot {}",
                                            stand_in, json.string(), plot.string()));
  ASSERT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("| stand-in 7 | 1.00 | 0.500 | 2 | 4.00 |"));
  EXPECT_EQ(tests::run_command("wc -l <" + counts).output, "3\n");
  EXPECT_TRUE(std::filesystem::is_empty(work_));
  std::ifstream file(json);
  const auto results = nlohmann::json::parse(file);
  EXPECT_EQ(results.at("quads"), 5);
  ASSERT_EQ(results.at("reasoners").size(), 3u);
  for (const auto& reasoner : results.at("reasoners")) {
    ASSERT_EQ(reasoner.at("runs").size(), 3u);
    EXPECT_EQ(reasoner.at("runs").at(1).at("inferred"), 2);
    EXPECT_GE(reasoner.at("runs").at(1).at("first_answer_seconds"), reasoner.at("runs").at(1).at("reason_seconds"));
  }
  EXPECT_GT(results.at("reasoners").at(0).at("runs").at(0).at("memory_bytes"), 1'000'000);
  EXPECT_GT(std::filesystem::file_size(plot), 300u);
}

TEST_F(RulesCommand, APeerThatFailsOrIsLateIsNamedWithTheReason) {
  const std::string broken = peer("broken", "echo 'no such package' >&2; exit 1\n");
  const std::string late = peer("late", "exec sleep 30\n");
  const auto [code, said] = run(fmt::format("--runs 2 --most-seconds 3 --peer {} --peer {}", broken, late));
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr(broken + ": no such package\n"));
  EXPECT_THAT(said, HasSubstr(late + ": not done in 3 s\n"));
  EXPECT_THAT(said, HasSubstr(fmt::format("| {} | not measured |", broken)));
}

TEST_F(RulesCommand, ABuildThatFailsIsAnError) {
  const auto [code, said] = run("--rules no-such-rules --runs 1");
  EXPECT_EQ(code, 1);
  EXPECT_THAT(said, HasSubstr("no-such-rules"));
  EXPECT_TRUE(std::filesystem::is_empty(work_));
}

}  // namespace

}  // namespace quadrille::bench
