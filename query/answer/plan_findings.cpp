#include "query/answer/plan_findings.hpp"

#include <cstdint>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "query/plan/order/dictated_orders.hpp"

namespace quadrille::query {

std::string to_bytes(const PlanFindings& findings) {
  std::string bytes;
  append_word(bytes, findings.counts.size());
  return bytes + findings.counts + to_bytes(findings.orders);
}

PlanFindings findings_of(std::string_view bytes) {
  const auto counts = take_word<std::size_t>(bytes);
  QUADRILLE_ASSERT(counts <= bytes.size(), "findings are read as they were written");
  return {std::string(bytes.substr(0, counts)), orders_of(bytes.substr(counts))};
}

}  // namespace quadrille::query
