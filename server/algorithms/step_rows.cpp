#include "server/algorithms/step_rows.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "base/sort_different.hpp"
#include "server/algorithms/term_order.hpp"

namespace quadrille::server {

namespace {

using query::ProcedureRun;

// One bit for the hash of a vertex: most rows that are no step are left out by it.
class VertexFilter {
 public:
  void add(Huri vertex) { bits_[place(vertex) / 64] |= std::uint64_t{1} << (place(vertex) % 64); }
  bool may_have(Huri vertex) const { return (bits_[place(vertex) / 64] >> (place(vertex) % 64) & 1) != 0; }

 private:
  static constexpr int kBits = 18;
  static std::size_t place(Huri vertex) { return vertex.bits() * 0x9e3779b97f4a7c15 >> (64 - kBits); }
  std::vector<std::uint64_t> bits_ = std::vector<std::uint64_t>((std::size_t{1} << kBits) / 64);
};

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}
template <class T>
T take(std::string_view& bytes) {
  T value;
  copy_bytes(&value, bytes.data(), sizeof(T));
  bytes.remove_prefix(sizeof(T));
  return value;
}

}  // namespace

StepRows::StepRows(ProcedureRun& run, std::vector<Ends> steps) : width_(run.edges().columns.size()) {
  pgas::Team& team = run.context().team;
  sort_different(steps);
  std::string mine;
  for (const Ends& ends : steps) append(mine, ends.first), append(mine, ends.second);
  std::vector<Ends> all;
  for (const std::string& theirs : team.all_gather_bytes(mine)) {
    for (std::string_view rest = theirs; !rest.empty();) {
      const Huri source = take<Huri>(rest);
      all.emplace_back(source, take<Huri>(rest));
    }
  }
  sort_different(all);
  std::string found;
  look(run, all, found);
  for (const std::string& theirs : team.all_gather_bytes(found)) read(theirs);
  sort(run.context());
}

void StepRows::look(ProcedureRun& run, const std::vector<Ends>& steps, std::string& bytes) const {
  const query::ProcedureEdges& edges = run.edges();
  const std::string& direction = run.call().value("direction").word;
  VertexFilter sources;
  for (const Ends& ends : steps) sources.add(ends.first);
  const auto add = [&](std::size_t row, const Ends& ends) {
    if (!sources.may_have(ends.first) || !std::binary_search(steps.begin(), steps.end(), ends)) return;
    append(bytes, ends.first), append(bytes, ends.second);
    append(bytes, edges.weights.empty() ? 1.0 : edges.weights[row]);
    for (const std::span<const Huri> column : edges.columns) append(bytes, column[row]);
  };
  for (std::size_t row = 0; row < edges.sources.size(); ++row) {
    if (row % 65536 == 0) run.context().check();
    const Huri source = edges.sources[row], target = edges.targets[row];
    if (direction != "in") add(row, {source, target});
    if (direction == "in" || (direction == "both" && source != target)) add(row, {target, source});
  }
}

void StepRows::read(std::string_view bytes) {
  while (!bytes.empty()) {
    const Huri source = take<Huri>(bytes), target = take<Huri>(bytes);
    Row row{take<double>(bytes), {}};
    for (std::size_t column = 0; column < width_; ++column) row.columns.push_back(take<Huri>(bytes));
    rows_[{source, target}].push_back(std::move(row));
  }
}

void StepRows::sort(query::Context& context) {
  std::vector<Huri> terms;
  for (const auto& [ends, rows] : rows_) {
    for (const Row& row : rows) terms.insert(terms.end(), row.columns.begin(), row.columns.end());
  }
  std::erase_if(terms, [](Huri term) { return term.is_unbound(); });
  sort_different(terms);
  NewTerms new_terms;
  new_terms.add(terms);
  const TermOrder order(context, std::move(new_terms));
  const auto keys_of = [&](const Row& row) {
    std::vector<Huri> keys = row.columns;
    order.to_keys(keys);
    return keys;
  };
  for (auto& [ends, rows] : rows_) {
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
      return a.weight != b.weight ? a.weight < b.weight : keys_of(a) < keys_of(b);
    });
  }
}

std::span<const Huri> StepRows::columns_of(const Ends& ends, std::uint32_t ordinal) const {
  const auto found = rows_.find(ends);
  QUADRILLE_ASSERT(found != rows_.end() && ordinal < found->second.size(), "a step is a row of the edges");
  return found->second[ordinal].columns;
}

}  // namespace quadrille::server
