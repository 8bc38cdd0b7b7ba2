#include "query/plan/logical/plan_watch.hpp"

#include <vector>

namespace quadrille::query {

namespace {

constexpr std::size_t kOperatorBytes = 512;  // approximately

// True if more than `most` operators are nested. Does not recurse, since it guards against deep recursion.
bool is_deeper(const Operator& root, std::size_t most) {
  std::vector<const Operator*> level{&root}, below;
  for (std::size_t depth = 0; !level.empty(); ++depth) {
    if (depth == most) return true;
    below.clear();
    for (const Operator* each : level) {
      for (const Operator* child : each->children()) below.push_back(child);
    }
    level.swap(below);
  }
  return false;
}

}  // namespace

void PlanWatch::see(const Operator& made) const {
  look();
  if (charge_) charge_(kOperatorBytes + made.schema().columns.size() * sizeof(ColumnInfo));
  if (made.schema().columns.size() > kMostColumns) {
    fail(ErrorKind::unsupported, "the query needs a table of {} variables; the limit is {}; split the query",
         made.schema().columns.size(), kMostColumns);
  }
  if (++seen_ % kSeenTogether != 0) return;
  if (is_deeper(made, kMostDeep)) fail_too_deep();
}

void PlanWatch::fail_too_deep() {
  fail(ErrorKind::unsupported,
       "the plan of this query nests operators more than {} deep, which is the limit; split the query", kMostDeep);
}

void PlanWatch::expect_joins(std::size_t parts) const {
  if (parts > kMostJoined) {
    fail(ErrorKind::unsupported, "a group has {} patterns and tables; the limit is {}; put some into a subquery", parts,
         kMostJoined);
  }
}

}  // namespace quadrille::query
