#pragma once

// For tests: finds data beside the source tree (test suites, real data), by default in ../shared, or in the folder that
// the environment variable QUADRILLE_SHARED names. If data are missing, tests are skipped; with
// QUADRILLE_REQUIRE_SHARED=1 they fail.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace quadrille::testing {

inline std::filesystem::path shared_path(std::string_view below) {
  const char* const given = std::getenv("QUADRILLE_SHARED");
  return std::filesystem::path(given && *given ? given : QUADRILLE_SHARED) / below;
}

inline bool shared_is_required() {
  const char* const required = std::getenv("QUADRILLE_REQUIRE_SHARED");
  return required && std::string_view(required) == "1";
}

}  // namespace quadrille::testing

// The first line of a test: skips it, or makes it fail, if `path` is missing.
#define QUADRILLE_NEEDS_SHARED(path)                                                           \
  if (!std::filesystem::exists(path)) {                                                        \
    if (::quadrille::testing::shared_is_required()) FAIL() << "missing shared data: " << path; \
    GTEST_SKIP() << "missing shared data: " << path << "; set QUADRILLE_SHARED";               \
  }
