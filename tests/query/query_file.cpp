#include "tests/query/query_file.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/error.hpp"

namespace quadrille::testing {

namespace {

std::string join(const std::vector<std::string>& cells, const std::string& separator) {
  std::string text;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) text += (cell ? separator : "") + cells[cell];
  return text;
}

// Columns as people align them: two spaces or more, or a tab, between them; none inside of quotes.
std::vector<std::string> split_columns(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char character = line[at];
    if (character == '"' && (at == 0 || line[at - 1] != '\\')) quoted = !quoted;
    const bool gap =
        !quoted && (character == '\t' || (character == ' ' && at + 1 < line.size() && line[at + 1] == ' '));
    if (!gap) {
      cell += character;
      continue;
    }
    cells.push_back(cell);
    cell.clear();
    while (at + 1 < line.size() && (line[at + 1] == ' ' || line[at + 1] == '\t')) ++at;
  }
  cells.push_back(cell);
  return cells;
}

}  // namespace

std::vector<QueryCase> read_query_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) fail(ErrorKind::user, "cannot read {}", path.string());
  enum class Part { none, data, query, expected } part = Part::none;
  std::vector<QueryCase> cases;
  std::string claim, data;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const bool comment = line.starts_with("#") && part != Part::query;
    if (comment) {
      if (part != Part::none) claim.clear(), part = Part::none;
      claim += line.substr(1) + "\n";
    } else if (line == "data") {
      part = Part::data;
      data.clear();
    } else if (line.starts_with("query ")) {
      part = Part::query;
      cases.push_back({claim, data, "", line == "query ordered", {}, number});
    } else if (line == "----") {
      part = Part::expected;
    } else if (part == Part::data) {
      data += line + "\n";
    } else if (part == Part::query) {
      cases.back().query += line + "\n";
    } else if (part == Part::expected && !line.empty()) {
      cases.back().expected.push_back(line);
    } else if (!line.empty()) {
      fail(ErrorKind::user, "{}:{}: expected data, query or a comment", path.string(), number);
    }
  }
  return cases;
}

std::vector<std::string> answer_lines(const std::string& answer, bool is_graph) {
  std::vector<std::string> lines;
  std::istringstream text(answer);
  bool header = !is_graph && answer != "true" && answer != "false" && answer.find('\n') != std::string::npos &&
                (answer.starts_with("?") || answer.starts_with("\n") || answer.starts_with("\r"));
  for (std::string line; std::getline(text, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (std::exchange(header, false)) continue;
    if (is_graph) {
      lines.push_back(line);
      continue;
    }
    std::vector<std::string> cells;
    std::string cell;
    std::istringstream row(line);
    while (std::getline(row, cell, '\t')) cells.push_back(cell);
    if (line.empty() || line.back() == '\t') cells.emplace_back();
    for (std::string& value : cells) {
      if (value.empty()) value = "UNDEF";
    }
    lines.push_back(join(cells, "\t"));
  }
  return lines;
}

std::vector<std::string> normal_form(std::vector<std::string> lines, bool ordered) {
  static const std::regex blank("_:[A-Za-z0-9_.-]+");
  for (std::string& line : lines) {
    std::vector<std::string> cells = split_columns(line);
    for (std::string& cell : cells) {
      for (std::size_t at; (at = cell.find(kTestBase)) != std::string::npos;)
        cell.erase(at, std::string(kTestBase).size());
      cell = std::regex_replace(cell, blank, "_:b");
    }
    line = join(cells, "  ");
  }
  if (!ordered) std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace quadrille::testing
