// `quadrille-bench lubm generate`, as a user calls it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/process.hpp"
#include "tests/support/sha256.hpp"

namespace quadrille::lubm {

using testing::HasSubstr;

namespace {

constexpr const char* kLubm2 = "099f64a693674e70155fbce9d40bb3d63b6ccaa44f4cb585ee871ae50db906ea";

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
  const std::string path = testing::TempDir() + "quadrille-lubm-" + std::to_string(getpid()) + ".nt";
  const auto [code, output] = run("--universities 2 --threads 2 --output " + path);
  EXPECT_EQ(code, 0) << output;
  EXPECT_THAT(output, HasSubstr("40.3 MB"));
  std::ifstream file(path);
  EXPECT_EQ(tests::sha256(std::string(std::istreambuf_iterator<char>(file), {})), kLubm2);
  std::filesystem::remove(path);
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
  for (const char* option : {"--universities", "--seed", "--start", "--ontology", "--threads", "--output"}) {
    EXPECT_THAT(output, HasSubstr(option));
  }
}

TEST(LubmGenerateCommand, ExplainsWrongInput) {
  EXPECT_THAT(run("").output, HasSubstr("--universities"));
  for (const char* arguments :
       {"", "-u 0", "-u -1", "-u x", "-u 1 --seed 9999999999", "-u 1 --start -3", "-u 1 --threads 0",
        "-u 1 --ontology x", "-u 2 --start 2147483647", "-u 1 --output /dev/null/x"}) {
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
