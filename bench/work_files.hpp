#pragma once

// Files of a benchmark's run.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace quadrille::bench {

// Makes an empty folder in `work`, whose name begins with `name`. Error (io) if that fails.
std::filesystem::path make_work_folder(const std::string& work, const std::string& name);
// The content of a file that a program has written.
nlohmann::json read_json(const std::filesystem::path& path);

}  // namespace quadrille::bench
