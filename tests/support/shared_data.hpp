#pragma once

// The shared folder holds data that are too large or too foreign for the repository: conformance suites, benchmark
// data,
// check values. It is named by the environment variable QUADRILLE_SHARED, by default it lies beside the repository
// (../shared).
//
//   const auto checksums = tests::shared_file("bench/lubm/checksums.json");
//   if (!checksums) GTEST_SKIP() << tests::kNoSharedData;
//
// So a checkout alone passes its tests, skipping what it cannot check. With QUADRILLE_REQUIRE_SHARED=1, as on the
// machines that judge a change, nothing is skipped: what is missing is a failure.

#include <filesystem>
#include <optional>
#include <string_view>

namespace quadrille::tests {

inline constexpr std::string_view kNoSharedData =
    "needs the shared folder: set QUADRILLE_SHARED, or put it at ../shared";

// The file or folder at `path` in the shared folder; nothing if it is not there. Error (user) instead of nothing if
// QUADRILLE_REQUIRE_SHARED is 1.
std::optional<std::filesystem::path> shared_file(const std::filesystem::path& path);

}  // namespace quadrille::tests
