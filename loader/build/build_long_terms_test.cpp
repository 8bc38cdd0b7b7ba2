// One long term takes at most three times its size in memory from a file to the database, in every syntax. A term that
// is too long ends the build at once.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "dictionary/vocabulary_format.hpp"
#include "loader/build/build.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using testing::TeamFolder;

constexpr std::size_t kLongBytes = std::size_t{32} << 20;
constexpr std::size_t kMemoryOfABuild = std::size_t{40} << 20;  // of a build without long terms, and a margin

// A line of /proc/self/status, in bytes.
std::size_t status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1)) << 10;
  }
  return 0;
}

// Resets VmHWM, the peak so far.
bool forget_peak() {
  std::ofstream refs("/proc/self/clear_refs");
  refs << "5" << std::flush;
  return refs.good();
}

std::string long_text(std::size_t bytes, std::string_view piece) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  return text;
}

class BuildLongTerms : public ::testing::Test {
 protected:
  BuildLongTerms() {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);  // larger blocks go back to the system when they are freed
    options.database = folder.path() / "db";
    options.progress = ProgressDisplay::none;
    options.replace = true;
  }

  BuildReport build(const std::string& name, std::size_t bytes, std::string_view piece, const char* before,
                    const char* after) {
    const std::string path = folder.write(name, before + long_text(bytes, piece) + after);
    options.inputs = {path};
    return build_database(pgas::test_job(), options);
  }

  // The additional memory of a build at its peak, on this image.
  std::size_t growth(const std::string& name, std::string_view piece, const char* before, const char* after) {
    build("short.nt", 1, "x", "<urn:a> <urn:b> \"", "\" .\n");  // memory allocated once stays
    const std::string path = folder.write(name, before + long_text(kLongBytes, piece) + after);
    team.barrier();
    const std::size_t resident = status_bytes("VmRSS");
    EXPECT_TRUE(forget_peak());
    options.inputs = {path};
    EXPECT_EQ(build_database(pgas::test_job(), options).quads(), 1u);
    return status_bytes("VmHWM") - resident;
  }

  pgas::Team& team = pgas::test_job().team();
  TeamFolder folder{team};
  BuildOptions options;
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMeasures = false;
#else
constexpr bool kMeasures = true;
#endif

TEST_F(BuildLongTerms, TakeThreeTimesTheirSize) {
  if (!kMeasures) GTEST_SKIP() << "sanitizers take memory of their own";
  EXPECT_LT(growth("a.nt", "some text ", "<urn:a> <urn:b> \"", "\" .\n"), 3 * kLongBytes + kMemoryOfABuild);
  EXPECT_LT(growth("b.nt", "some\\ntext ", "<urn:a> <urn:b> \"", "\" .\n"), 3 * kLongBytes + kMemoryOfABuild);
  EXPECT_LT(growth("a.ttl", "some text\n", "<urn:a> <urn:b> \"\"\"", "\"\"\" .\n"), 3 * kLongBytes + kMemoryOfABuild);
  EXPECT_LT(growth("b.ttl", "some\\ntext ", "<urn:a> <urn:b> \"", "\" .\n"), 3 * kLongBytes + kMemoryOfABuild);
  const char* const xml =
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\">"
      "<rdf:Description rdf:about=\"urn:a\"><e:p>";
  EXPECT_LT(growth("a.rdf", "some text ", xml, "</e:p></rdf:Description></rdf:RDF>"), 3 * kLongBytes + kMemoryOfABuild);
}

TEST_F(BuildLongTerms, OneThatIsTooLongIsRefusedByItsPlace) {
  const auto message = [&](const std::string& name, const char* before, const char* after) -> std::string {
    try {
      build(name, kMaxKeyBytes + 1, "x", before, after);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::syntax);
      return error.what();
    }
    return "was built";
  };
  const std::string reason = " bytes is longer than the limit of 67108864 bytes (64 MiB): keep";
  const auto expect = [&](const std::string& name, const char* place, const char* before, const char* after) {
    EXPECT_NE(message(name, before, after).find(name + place + reason), std::string::npos)
        << message(name, before, after);
  };
  expect("a.nt", ":2:1: a term of 67108866", "<urn:a> <urn:b> <urn:c> .\n<urn:a> <urn:b> \"\\n", "\" .\n");
  expect("b.nt", ":2:18: a term of 67108865", "<urn:a> <urn:b> <urn:c> .\n<urn:a> <urn:b> \"", "\" .\n");
  expect("a.ttl", ":3:5: a term of 67108865", "<urn:a> <urn:b>\n  <urn:c> ,\n   \"", "\" .\n");
}

TEST_F(BuildLongTerms, OneThatIsTooLongIsARejectWhereErrorsAreSkipped) {
  options.on_error = OnError::skip;
  const BuildReport report =
      build("a.nt", kMaxKeyBytes + 1, "x", "<urn:a> <urn:b> <urn:c> .\n<urn:a> <urn:b> \"", "\" .\n");
  EXPECT_EQ(report.quads(), 1u);
  EXPECT_EQ(report.skipped.rejects, 1u);
}

}  // namespace
}  // namespace quadrille
