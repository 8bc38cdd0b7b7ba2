#include "query/procedures/edge_scans.hpp"

#include "query/operators/index_scan.hpp"

namespace quadrille::query {

namespace {

// The path with this output alone.
AccessPath with_output(const AccessPath& path, VariableId variable) {
  AccessPath narrow = path;
  narrow.outputs = {};
  for (const auto& output : path.outputs) {
    if (output.second == variable) narrow.outputs.push_back(output);
  }
  return narrow;
}

}  // namespace

EdgeScans::EdgeScans(Context& context, const std::vector<EdgePaths>& patterns)
    : context_(context), patterns_(patterns), ends_(context.arena, 1), edges_(context.arena, 2) {}

void EdgeScans::read(EdgeOrder order, bool with_others, const Visit& visit) {
  for (const EdgePaths& pattern : patterns_) read(pattern, order, with_others, visit);
}

void EdgeScans::read(const EdgePaths& pattern, EdgeOrder order, bool with_others, const Visit& visit) {
  const bool by_source = order == EdgeOrder::sources;
  const VariableId end = by_source ? pattern.source : pattern.target,
                   other = by_source ? pattern.target : pattern.source;
  const AccessPath& path = by_source ? pattern.by_source : pattern.by_target;
  IndexScan scan(context_.data, with_others ? path : with_output(path, end));
  const std::size_t of_end = *scan.schema().column_of(end);
  scan.open(context_);
  Table& chunk = with_others ? edges_ : ends_;
  while (scan.next(context_, chunk)) {
    visit(chunk.column(of_end), with_others ? chunk.column(*scan.schema().column_of(other)) : std::span<Huri>());
  }
}

}  // namespace quadrille::query
