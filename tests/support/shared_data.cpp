#include "tests/support/shared_data.hpp"

#include <cstdlib>
#include <string_view>

#include "base/error.hpp"

namespace quadrille::tests {

namespace {

std::filesystem::path shared_folder() {
  const char* named = std::getenv("QUADRILLE_SHARED");
  if (named != nullptr && *named != '\0') return named;
  return std::filesystem::path(QUADRILLE_SOURCE_DIR) / "../shared";
}

bool is_required() {
  const char* required = std::getenv("QUADRILLE_REQUIRE_SHARED");
  return required != nullptr && std::string_view(required) == "1";
}

}  // namespace

std::optional<std::filesystem::path> shared_file(const std::filesystem::path& path) {
  const std::filesystem::path file = shared_folder() / path;
  if (std::filesystem::exists(file)) return file;
  if (is_required()) {
    fail(ErrorKind::user, "{} is missing, and QUADRILLE_REQUIRE_SHARED=1 allows no skipping", file.string());
  }
  return std::nullopt;
}

}  // namespace quadrille::tests
