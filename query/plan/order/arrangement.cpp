#include "query/plan/order/arrangement.hpp"

namespace quadrille::query {

namespace {

VariableSet spread_after(JoinMethod method, const Arrangement& left, const Arrangement& part, const VariableSet& common,
                         bool is_copied) {
  switch (method) {
    case JoinMethod::hash:
      return is_copied ? left.spread_by : common;
    case JoinMethod::hash_back:
      return is_copied ? part.spread_by : common;
    case JoinMethod::index_join:
      return common;
    default:
      return left.spread_by;
  }
}

VariableSet sorted_after(JoinMethod method, const Arrangement& left, const Arrangement& part,
                         const VariableSet& common) {
  switch (method) {
    case JoinMethod::hash_back:
      return part.sorted_by;
    case JoinMethod::index_join:
      return common.list().size() == 1 && left.sorted_by.includes(common) ? common : VariableSet{};
    default:
      return left.sorted_by;
  }
}

}  // namespace

Arrangement arranged_by(JoinMethod method, const Arrangement& left, const Arrangement& part, const VariableSet& common,
                        bool is_copied, bool moves) {
  return {moves ? spread_after(method, left, part, common, is_copied) : left.spread_by,
          sorted_after(method, left, part, common)};
}

}  // namespace quadrille::query
