#include "query/service/service_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::query {

std::string service_query(const std::string& group, const std::vector<std::string>& columns,
                          const ValuesBlock& values) {
  std::string text = columns.empty() ? "SELECT (1 AS ?row)" : "SELECT";
  for (const std::string& column : columns) text += " ?" + column;
  text += " WHERE { ";
  if (!values.variables.empty()) {
    text += "VALUES (";
    for (const std::string& variable : values.variables) text += " ?" + variable;
    text += " ) {";
    for (const auto& row : values.rows) text += fmt::format(" ({})", fmt::join(row, " "));
    text += " } ";
  }
  return text + group + " }";
}

std::size_t batch_size(std::span<const std::vector<std::string>> rows) {
  std::size_t bytes = 0, taken = 0;
  while (taken < std::min(rows.size(), kBatchRows)) {
    for (const std::string& cell : rows[taken]) bytes += cell.size() + 1;
    if (taken > 0 && bytes > kBatchBytes) break;
    ++taken;
  }
  return taken;
}

}  // namespace quadrille::query
