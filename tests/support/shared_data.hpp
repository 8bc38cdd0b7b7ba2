#pragma once

// The shared folder holds data that are too large for the repository or come from others: conformance suites, benchmark
// data, check values. The environment variable QUADRILLE_SHARED names it; by default it is beside the repository
// (../shared).
//
//   const auto checksums = tests::shared_file("bench/lubm/checksums.json");
//   if (!checksums) GTEST_SKIP() << tests::kNoSharedData;
//
// So the tests of a checkout alone pass, with some of them skipped. With QUADRILLE_REQUIRE_SHARED=1, as on the machines
// that check a change, no test is skipped: missing data are a failure.

#include <filesystem>
#include <optional>
#include <string_view>

namespace quadrille::tests {

inline constexpr std::string_view kNoSharedData =
    "needs the shared folder: set QUADRILLE_SHARED, or put it at ../shared";

// The file or folder at `path` in the shared folder; nullopt if it does not exist. Error (user) instead of nullopt if
// QUADRILLE_REQUIRE_SHARED is 1.
std::optional<std::filesystem::path> shared_file(const std::filesystem::path& path);

}  // namespace quadrille::tests
