#include "bench/query/query_files.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad() || text.empty()) fail(ErrorKind::io, "{}: cannot be read, or is empty", path.string());
  return text;
}

// "q10" -> "q", 10: for numeric order of names.
std::pair<std::string, std::uint64_t> order_key(const std::string& name) {
  const std::size_t begin = std::min(name.find_first_of("0123456789"), name.size());
  std::uint64_t number = 0;
  std::from_chars(name.data() + begin, name.data() + name.size(), number);
  return {name.substr(0, begin), number};
}

bool comes_before(const NamedQuery& one, const NamedQuery& other) {
  const auto key = order_key(one.name), other_key = order_key(other.name);
  return key != other_key ? key < other_key : one.name < other.name;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '\t');) cells.push_back(cell);
  return cells;
}

ExpectedRows read_tsv(const fs::path& path) {
  std::istringstream lines(read_file(path));
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> head = cells_of(line);
  const auto column = [&](const char* name) {
    const auto at = std::find(head.begin(), head.end(), name);
    if (at == head.end()) fail(ErrorKind::user, "{}: the first line has no column '{}'", path.string(), name);
    return static_cast<std::size_t>(at - head.begin());
  };
  const std::size_t query = column("query"), rows = column("rows");
  ExpectedRows expected;
  while (std::getline(lines, line)) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() <= std::max(query, rows)) continue;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(cells[rows].data(), cells[rows].data() + cells[rows].size(), number);
    if (error == std::errc()) expected[cells[query]] = number;  // else it is not known
  }
  return expected;
}

ExpectedRows read_json(const fs::path& path, const std::string& set) {
  try {
    const auto json = nlohmann::json::parse(read_file(path));
    if (!set.empty()) return json.contains(set) ? json.at(set).get<ExpectedRows>() : ExpectedRows{};
    return json.get<ExpectedRows>();
  } catch (const nlohmann::json::exception& error) {
    fail(ErrorKind::user, "{}: expected numbers of rows{}: {}", path.string(),
         set.empty() ? "; if it has several sets, choose one with --expected-set" : " in a set '" + set + "'",
         error.what());
  }
}

}  // namespace

std::vector<NamedQuery> read_query_files(const std::vector<std::string>& paths) {
  std::vector<NamedQuery> queries;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      queries.push_back({fs::path(path).stem().string(), read_file(path)});
      continue;
    }
    std::vector<NamedQuery> of_folder;
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".rq")
        of_folder.push_back({entry.path().stem().string(), read_file(entry.path())});
    }
    std::sort(of_folder.begin(), of_folder.end(), comes_before);
    std::move(of_folder.begin(), of_folder.end(), std::back_inserter(queries));
  }
  if (queries.empty()) fail(ErrorKind::user, "no queries: name files, or folders with files *.rq");
  return queries;
}

ExpectedRows read_expected_rows(const std::string& path, const std::string& set) {
  fs::path file = path;
  if (fs::is_directory(file)) {
    file = fs::exists(file / "expected.tsv") ? file / "expected.tsv" : file / "expected.json";
    if (!fs::exists(file)) return {};
  }
  return file.extension() == ".tsv" ? read_tsv(file) : read_json(file, set);
}

}  // namespace quadrille::bench
