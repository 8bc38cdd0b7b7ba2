// The rule late-table: bind_join.hpp.

#include "query/plan/cost/costs.hpp"
#include "query/plan/order/bind_join.hpp"

namespace quadrille::query {

logical::NodePtr late_table(Planning& planning, const logical::Node& table, const logical::Node& alone,
                            const logical::Node& joined, const VariableSet& wanted, const Beside& beside) {
  if (beside.is_late || planning.options.choices.off.has(Rule::late_table)) return nullptr;
  if (joined.rows * cost::kLateTable >= work(alone) || !passes_left(table)) return nullptr;
  planning.fired.add(Rule::late_table);
  Beside inside = beside;
  inside.is_late = true;
  return ordered_beside(planning, joined, table, wanted, inside);
}

}  // namespace quadrille::query
