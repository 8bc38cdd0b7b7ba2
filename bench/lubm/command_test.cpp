// `quadrille-bench lubm generate`, as a user calls it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "tests/support/process.hpp"
#include "tests/support/sha256.hpp"

namespace quadrille::lubm {

using ::testing::HasSubstr;

namespace {

constexpr const char* kLubm2 = "099f64a693674e70155fbce9d40bb3d63b6ccaa44f4cb585ee871ae50db906ea";
constexpr const char* kLubm5 = "414e48f00ddc569ce53ee85596c27609973aded244c3b48f6732294e8b56282d";

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

tests::ProcessResult run(const std::string& arguments) {
  return tests::run_command(QUADRILLE_BENCH " lubm generate " + arguments + " 2>&1");
}

}  // namespace

TEST(LubmGenerateCommand, WritesToStandardOutput) {
  const auto [code, output] = run("--universities 2");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(tests::sha256(output), kLubm2);
}

TEST(LubmGenerateCommand, WritesToAFileInThreads) {
  const quadrille::testing::TemporaryFolder folder;
  const std::string path = (folder.path() / "two.nt").string();
  const auto [code, output] = run("--universities 2 --threads 2 --output " + path);
  EXPECT_EQ(code, 0) << output;
  EXPECT_THAT(output, HasSubstr("40.3 MB"));
  EXPECT_EQ(tests::sha256(contents(path)), kLubm2);
}

TEST(LubmGenerateCommand, WritesManyFilesThatTogetherAreTheOne) {
  const quadrille::testing::TemporaryFolder folder;
  for (const char* threads : {"1", "2", "8"}) {
    const std::string output = (folder.path() / "some.nt").string();
    const auto [code, said] = run("-u 5 --per-file 2 --threads " + std::string(threads) + " --output " + output);
    EXPECT_EQ(code, 0) << said;
    std::string all;
    for (const char* name : {"some-00000.nt", "some-00001.nt", "some-00002.nt"}) all += contents(folder.path() / name);
    EXPECT_EQ(tests::sha256(all), kLubm5);
    EXPECT_THAT(said, HasSubstr("all: 109.7 MB"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "some-00003.nt"));
  }
}

TEST(LubmGenerateCommand, CompressesAFrameAUniversityTheSameInAnyNumberOfThreads) {
  const quadrille::testing::TemporaryFolder folder;
  const std::string output = (folder.path() / "two.nt.zst").string();
  EXPECT_EQ(run("-u 2 --output " + output).exit_code, 0);
  const std::string packed = contents(output);
  EXPECT_EQ(run("-u 2 --threads 2 --output " + output).exit_code, 0);
  EXPECT_TRUE(contents(output) == packed);
  const auto to_standard_output = run("-u 2 --zstd");
  EXPECT_TRUE(to_standard_output.output == packed);

  std::string text;
  std::string_view rest = packed;
  int frames = 0;
  for (; !rest.empty(); ++frames) {
    const std::size_t size = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
    ASSERT_FALSE(ZSTD_isError(size)) << ZSTD_getErrorName(size);
    std::string lines(ZSTD_getFrameContentSize(rest.data(), rest.size()), '\0');
    ASSERT_EQ(ZSTD_decompress(lines.data(), lines.size(), rest.data(), size), lines.size());
    text += lines;
    rest.remove_prefix(size);
  }
  EXPECT_EQ(frames, 2);
  EXPECT_EQ(tests::sha256(text), kLubm2);
}

TEST(LubmGenerateCommand, LeavesNoUnfinishedFile) {
  const quadrille::testing::TemporaryFolder folder;
  const std::string small_files = "ulimit -f 2000; trap '' XFSZ; ";
  const auto [code, said] = tests::run_command(small_files + QUADRILLE_BENCH " lubm generate -u 2 --output " +
                                               (folder.path() / "large.nt").string() + " 2>&1");
  EXPECT_EQ(code, 1) << said;
  EXPECT_THAT(said, HasSubstr("File too large"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(LubmGenerateCommand, TakesSeedStartAndOntology) {
  const auto [code, output] = run("-u 1 --seed 3 --start 7 --ontology http://example.org/o");
  EXPECT_EQ(code, 0);
  EXPECT_THAT(output.substr(0, 200), HasSubstr("<http://www.University7.edu> "));
  EXPECT_THAT(output.substr(0, 200), HasSubstr("<http://example.org/o#University> "));
}

TEST(LubmGenerateCommand, TeachesWithHelp) {
  const auto [code, output] = run("--help");
  EXPECT_EQ(code, 0);
  for (const char* option :
       {"--universities", "--seed", "--start", "--ontology", "--threads", "--output", "--per-file", "--zstd"}) {
    EXPECT_THAT(output, HasSubstr(option));
  }
}

TEST(LubmGenerateCommand, ExplainsWrongInput) {
  EXPECT_THAT(run("").output, HasSubstr("--universities"));
  for (const char* arguments :
       {"", "-u 0", "-u -1", "-u x", "-u 1 --seed 9999999999", "-u 1 --start -3", "-u 1 --threads 0",
        "-u 1 --ontology x", "-u 2 --start 2147483647", "-u 1 --output /dev/null/x", "-u 2 --per-file 1",
        "-u 2 --per-file 0 --output x.nt", "-u 2 --per-file 1 --output x.ttl"}) {
    EXPECT_EQ(run(arguments).exit_code, 1) << arguments;
  }
}

TEST(LubmGenerateCommand, SaysThatTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const auto [code, output] = run("-u 1 --output /dev/full");
  EXPECT_EQ(code, 1);
  EXPECT_THAT(output, HasSubstr("cannot write /dev/full: No space left on device"));
}

}  // namespace quadrille::lubm
