#include "bench/work_files.hpp"

#include <stdlib.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "base/error.hpp"

namespace quadrille::bench {

std::filesystem::path make_work_folder(const std::string& work, const std::string& name) {
  std::string pattern = (std::filesystem::path(work) / (name + "-XXXXXX")).string();
  if (!::mkdtemp(pattern.data()))
    fail(ErrorKind::io, "cannot make a folder in {}: {}", work, std::generic_category().message(errno));
  return pattern;
}

nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

}  // namespace quadrille::bench
