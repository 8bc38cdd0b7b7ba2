#include "query/plan/logical/rules.hpp"

namespace quadrille::query {

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::decorrelate_exists:
      return "decorrelate-exists";
    case Rule::fold_constants:
      return "fold-constants";
    case Rule::push_conditions:
      return "push-conditions";
    case Rule::merge_equal_variables:
      return "merge-equal-variables";
    case Rule::ranges_from_conditions:
      return "ranges-from-conditions";
    case Rule::counts_from_index:
      return "counts-from-index";
    case Rule::top_rows:
      return "top-rows";
    case Rule::bind_join:
      return "bind-join";
    case Rule::late_table:
      return "late-table";
    case Rule::multiway_join:
      return "multiway-join";
    case Rule::bushy_joins:
      return "bushy-joins";
    case Rule::rows_together:
      return "rows-together";
    case Rule::semi_join:
      return "semi-join";
  }
  return "";
}

}  // namespace quadrille::query
