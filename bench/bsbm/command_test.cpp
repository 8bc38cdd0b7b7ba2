// `quadrille-bench bsbm`, as a user calls it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "tests/support/process.hpp"

namespace quadrille::bsbm {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

tests::ProcessResult run(const std::string& arguments) {
  return tests::run_command(QUADRILLE_BENCH " bsbm " + arguments + " 2>&1");
}

std::string lines_of(const std::string& arguments) {
  return tests::run_command(QUADRILLE_BENCH " bsbm generate " + arguments + " 2>/dev/null").output;
}

TEST(BsbmGenerateCommand, WritesTheSameBytesWithAnyNumberOfThreads) {
  const std::string all = lines_of("--products 900 --threads 1");
  EXPECT_THAT(all.substr(0, 100),
              StartsWith("<http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/instances/ProductType1> "));
  EXPECT_TRUE(lines_of("--products 900 --threads 2") == all);
  EXPECT_TRUE(lines_of("--products 900 --threads 7") == all);
  EXPECT_FALSE(lines_of("--products 900 --seed 1") == all);
}

TEST(BsbmGenerateCommand, WritesPartsAndFilesThatTogetherAreTheWhole) {
  const std::string all = lines_of("--products 900");
  std::string parts;
  for (const char* part : {"1/3", "2/3", "3/3"}) parts += lines_of("--products 900 --part " + std::string(part));
  EXPECT_TRUE(parts == all);
  const quadrille::testing::TemporaryFolder folder;
  EXPECT_EQ(run("generate --products 900 --files 4 --output " + (folder.path() / "some.nt").string()).exit_code, 0);
  std::string files;
  for (const char* name : {"some-00000.nt", "some-00001.nt", "some-00002.nt", "some-00003.nt"}) {
    files += contents(folder.path() / name);
  }
  EXPECT_TRUE(files == all);
  EXPECT_FALSE(fs::exists(folder.path() / "some-00004.nt"));
}

TEST(BsbmGenerateCommand, CompressesTheSameWithAnyNumberOfThreads) {
  const quadrille::testing::TemporaryFolder folder;
  const std::string output = (folder.path() / "some.nt.zst").string();
  EXPECT_EQ(run("generate --products 100 --threads 1 --output " + output).exit_code, 0);
  const std::string packed = contents(output);
  EXPECT_TRUE(lines_of("--products 100 --threads 3 --zstd") == packed);
  EXPECT_TRUE(tests::run_command("zstd -dc " + output).output == lines_of("--products 100"));
}

TEST(BsbmGenerateCommand, PrintsProductsAndTriples) {
  const quadrille::testing::TemporaryFolder folder;
  const auto [code, said] = run("generate --triples 100000 --output " + (folder.path() / "some.nt").string());
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, HasSubstr("some.nt: 25."));
  EXPECT_THAT(said, HasSubstr("253 products, 99801 triples"));
}

TEST(BsbmGenerateCommand, ListsItsOptionsWithHelp) {
  const auto [code, output] = run("generate --help");
  EXPECT_EQ(code, 0);
  for (const char* option :
       {"--products", "--triples", "--seed", "--threads", "--output", "--files", "--part", "--zstd"}) {
    EXPECT_THAT(output, HasSubstr(option));
  }
}

TEST(BsbmGenerateCommand, RefusesWrongInputWithTheReason) {
  EXPECT_THAT(run("generate").output, HasSubstr("give --products or --triples"));
  EXPECT_THAT(run("generate --products 9 --part 3/2").output, HasSubstr("the second of four parts; found \"3/2\""));
  for (const char* arguments :
       {"", "--products 0", "--products 200000001", "--triples 0", "--triples 999999999999999", "--products x",
        "--products 1 --triples 1", "--products 1 --threads 0", "--products 1 --files 2", "--products 1 --part 0/2",
        "--products 1 --part 1/2/3", "--products 1 --output /dev/null/x", "--products 9 --files 2 --output x.ttl"}) {
    EXPECT_EQ(run("generate " + std::string(arguments)).exit_code, 1) << arguments;
  }
}

}  // namespace
}  // namespace quadrille::bsbm
