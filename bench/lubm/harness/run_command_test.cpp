// `quadrille-bench lubm run`, as a user calls it, with the real program and queries of the test.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "base/clock.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "tests/support/process.hpp"

namespace quadrille::lubm {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// University0 has 15 departments; there are 5916 undergraduate students.
constexpr const char* kDepartments =
    "SELECT * { ?d <http://swat.cse.lehigh.edu/onto/univ-bench.owl#subOrganizationOf> <http://www.University0.edu> }";
constexpr const char* kStudents =
    "SELECT * { ?s a <http://swat.cse.lehigh.edu/onto/univ-bench.owl#UndergraduateStudent> }";

class LubmRunCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int number = 1; number <= 14; ++number) {
      folder_.write(fmt::format("queries/q{}.rq", number), number == 14 ? kStudents : kDepartments);
    }
    expect(15);
    std::filesystem::create_directory(work_);
  }

  void expect(int departments) {
    const std::string rows = "15,15,15,15,15,15,15,15,15,15,15,15,5916";
    folder_.write(
        "queries/checksums.json",
        fmt::format(
            R"({{"query_answers": {{"universities": {{"1": {{"plain": [{0},{1}], "inferred": [{0},{1}]}}}}}}}})",
            departments, rows));
  }

  // A script that a user might have.
  std::string script(const std::string& name, const std::string& text) {
    const std::string path = folder_.write(name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  tests::ProcessResult run(const std::string& arguments, const std::string& before = "") {
    return tests::run_command(fmt::format("{} {} lubm run --queries {} --work {} {} 2>&1 </dev/null", before,
                                          QUADRILLE_BENCH, (folder_.path() / "queries").string(), work_.string(),
                                          arguments));
  }

  // Waits until no process has our folder in its command line. (The brackets exclude the shell that runs pgrep.)
  bool all_have_ended() {
    const Deadline deadline = Deadline::after(20);
    const std::string search = fmt::format("pgrep -f 'd[b] {}' >/dev/null", work_.string());
    while (!deadline.passed()) {
      if (tests::run_command(search).exit_code == 1) return true;
      tests::run_command("sleep 0.1");
    }
    return false;
  }

  nlohmann::json json_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    return nlohmann::json::parse(file);
  }

  quadrille::testing::TemporaryFolder folder_;
  std::filesystem::path work_ = folder_.path() / "work";
};

TEST_F(LubmRunCommand, BuildsServesAsksAndTellsAllOfIt) {
  const auto json = folder_.path() / "all.json", plot = folder_.path() / "all.svg";
  const auto [code, said] =
      run(fmt::format("-u 1,2 --images 1,2 --repetitions 3 --json {} --plot {}", json.string(), plot.string()));
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("| LUBM(1) | 2 | 103.1 k |"));
  EXPECT_THAT(said, HasSubstr("| q1 | 15 |"));
  EXPECT_THAT(said, HasSubstr("| q1 | 15 (not known) |"));
  EXPECT_TRUE(std::filesystem::is_empty(work_));
  const auto sizes = json_of(json).at("sizes");
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_EQ(sizes[0].at("quads"), 103'074);
  EXPECT_EQ(sizes[0].at("databases").at(1).at("build").at("images"), 2);
  EXPECT_EQ(sizes[0].at("databases").at(1).at("queries").at(13).at("rows"), 5916);
  EXPECT_EQ(sizes[1].at("databases").at(0).at("queries").at(13).at("rows"), 13559);
  EXPECT_GT(std::filesystem::file_size(plot), 1000u);
}

TEST_F(LubmRunCommand, AWrongNumberOfRowsIsAFailure) {
  expect(16);
  const auto [code, said] = run("-u 1 --repetitions 1");
  EXPECT_EQ(code, 1);
  EXPECT_THAT(said, HasSubstr("| q1 | **15, not 16** |"));
  EXPECT_THAT(said, HasSubstr("1 answers have a wrong number of rows"));
}

TEST_F(LubmRunCommand, LoadsTheSameFileIntoAPeer) {
  const std::string peer = script("peer",
                                  "[ $1 = --version ] && echo peer 7 && exit\n"
                                  "[ $(wc -l <$5) = 103074 ] && mkdir $3 && echo loaded >$3/file\n");
  const auto [code, said] = run("-u 1 --builds 2 --no-queries --peer-oxigraph " + peer);
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("| LUBM(1) | peer 7 |  | "));
  EXPECT_THAT(said, HasSubstr("| LUBM(1) | Quadrille | 1 | "));
  EXPECT_THAT(said, Not(HasSubstr("## Queries")));
}

TEST_F(LubmRunCommand, BuildsTheDataWithItsInferences) {
  const std::string ontology = folder_.write("ontology.ttl",
                                             "prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>\n"
                                             "prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"
                                             "ub:GraduateStudent rdfs:subClassOf ub:UndergraduateStudent .\n");
  const auto [code, said] = run("-u 1 --inferred --repetitions 1 --ontology " + ontology);
  EXPECT_EQ(code, 1) << said;
  EXPECT_THAT(said, HasSubstr("| q14 | **7790, not 5916** |"));
}

TEST_F(LubmRunCommand, APeerLoadsTheInferencesToo) {
  const std::string ontology = folder_.write("ontology.nt",
                                             "<http://swat.cse.lehigh.edu/onto/univ-bench.owl#GraduateStudent> "
                                             "<http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:student> .\n");
  const std::string peer = script("peer",
                                  "[ $1 = --version ] && echo peer 7 && exit\n"
                                  "[ $(grep -c '<urn:student>' $5) = 1875 ] && mkdir $3 && echo loaded >$3/file\n");
  const auto [code, said] = run("-u 1 --inferred --no-queries --ontology " + ontology + " --peer-oxigraph " + peer);
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("| LUBM(1) | peer 7 |  | "));
}

TEST_F(LubmRunCommand, WhatAProgramSaidWhenItFailedIsTold) {
  const auto [code, said] = run("-u 1 --memory 1M");
  EXPECT_EQ(code, 1);
  EXPECT_THAT(said, HasSubstr("memory"));
  EXPECT_TRUE(std::filesystem::is_empty(work_));
  EXPECT_THAT(run("-u 1 --quadrille /no/such/program").output, HasSubstr("/no/such/program"));
  EXPECT_EQ(run("-u 0").exit_code, 1);
  EXPECT_EQ(run("-u 1 --json /no/such/folder/file").exit_code, 1);
}

TEST_F(LubmRunCommand, EndsAtControlCAndLeavesNothing) {
  for (const char* seconds : {"0.3", "1.2", "2.5"}) {  // while it builds, or queries
    const auto [code, said] =
        run("-u 2 --images 2 --repetitions 10000", fmt::format("timeout --preserve-status --signal=INT {}", seconds));
    EXPECT_EQ(code, 1) << said;
    EXPECT_THAT(said, HasSubstr("stopped; all started programs have ended"));
    EXPECT_TRUE(all_have_ended());
    EXPECT_TRUE(std::filesystem::is_empty(work_));
  }
}

TEST_F(LubmRunCommand, WhatItStartedEndsWhenItIsKilled) {
  run("-u 1 --images 2 --repetitions 10000", "timeout --signal=KILL 2.5");
  EXPECT_TRUE(all_have_ended());
}

}  // namespace

}  // namespace quadrille::lubm
