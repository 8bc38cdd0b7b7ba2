// ORDER BY below LIMIT keeps only the rows that are wanted.

#include <algorithm>

#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

void top_rows(Planning& planning, logical::NodePtr& root) {
  if (auto* slice = root->as<logical::Slice>(); slice && slice->limit && slice->keys.empty()) {
    logical::Node* below = slice->child.get();
    if (auto* project = below->as<logical::Project>()) below = project->child.get();
    if (auto* sort = below->as<logical::Sort>()) {
      sort->limit = *slice->limit + std::min(slice->offset, ~std::uint64_t{0} - *slice->limit);
      planning.fired.add(Rule::top_rows);
    }
  }
  for_each_child(*root, [&](logical::NodePtr& child) { top_rows(planning, child); });
}

}  // namespace quadrille::query
