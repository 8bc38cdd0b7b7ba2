#include "bench/lubm/harness/queries.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace quadrille::lubm {

namespace {

std::optional<std::string> read_if_there(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

std::string query_name(std::size_t number) {
  return fmt::format("q{}", number);
}

// Gives the file's JSON to `take`, if it is there.
template <class Take>
void take_json(const std::filesystem::path& path, Take&& take) {
  const auto text = read_if_there(path);
  if (!text) return;
  try {
    take(nlohmann::json::parse(*text));
  } catch (const nlohmann::json::exception& error) {
    fail(ErrorKind::user, "{}: the numbers of rows are malformed: {}", path.string(), error.what());
  }
}

}  // namespace

std::vector<Query> read_queries(const std::filesystem::path& folder) {
  std::vector<Query> queries;
  for (std::size_t number = 1; number <= kQueries; ++number) {
    const std::filesystem::path path = folder / (query_name(number) + ".rq");
    const auto text = read_if_there(path);
    if (!text) {
      fail(ErrorKind::user, "{} is missing: name the folder of the queries q1.rq to q{}.rq with --queries",
           path.string(), kQueries);
    }
    queries.push_back({query_name(number), *text});
  }
  return queries;
}

ExpectedRows::ExpectedRows(const std::filesystem::path& folder) {
  take_json(folder / "checksums.json", [&](const nlohmann::json& json) {
    for (const auto& [size, answers] : json.at("query_answers").at("universities").items()) {
      const auto universities = static_cast<std::uint32_t>(std::stoul(size));
      for (std::size_t number = 1; number <= kQueries; ++number) {
        plain_[universities][query_name(number)] = answers.at("plain").at(number - 1);
        inferred_[universities][query_name(number)] = answers.at("inferred").at(number - 1);
      }
    }
  });
  take_json(folder / "expected.json", [&](const nlohmann::json& json) {
    for (const auto& [size, rows] : json.items()) {
      inferred_[static_cast<std::uint32_t>(std::stoul(size))] = rows.get<Rows>();
    }
  });
}

std::optional<std::uint64_t> ExpectedRows::of(std::uint32_t universities, bool inferred,
                                              const std::string& query) const {
  const auto& sizes = inferred ? inferred_ : plain_;
  const auto size = sizes.find(universities);
  if (size == sizes.end()) return std::nullopt;
  const auto rows = size->second.find(query);
  return rows == size->second.end() ? std::nullopt : std::optional(rows->second);
}

}  // namespace quadrille::lubm
