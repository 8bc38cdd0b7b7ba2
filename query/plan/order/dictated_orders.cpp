#include "query/plan/order/dictated_orders.hpp"

#include <cstdint>

#include "base/bytes.hpp"

namespace quadrille::query {

namespace {

using Steps = std::vector<JoinStep>;

void append_steps(const Steps& steps, std::string& out) {
  append_word(out, steps.size());
  for (const JoinStep& step : steps) {
    append_word(out, step.part);
    append_word(out, step.method);
    append_word(out, step.rows);
    append_word(out, step.cost);
    append_steps(step.branch ? *step.branch : Steps(), out);
  }
}

Steps take_steps(std::string_view& in) {
  Steps steps(take_word<std::size_t>(in));
  for (JoinStep& step : steps) {
    step.part = take_word<std::size_t>(in);
    step.method = take_word<JoinMethod>(in);
    step.rows = take_word<double>(in);
    step.cost = take_word<double>(in);
    Steps branch = take_steps(in);
    if (!branch.empty()) step.branch = std::make_shared<const Steps>(std::move(branch));
  }
  return steps;
}

}  // namespace

std::string to_bytes(const std::vector<Steps>& orders) {
  std::string out;
  append_word(out, orders.size());
  for (const Steps& steps : orders) append_steps(steps, out);
  return out;
}

std::vector<Steps> orders_of(std::string_view bytes) {
  std::vector<Steps> orders(take_word<std::size_t>(bytes));
  for (Steps& steps : orders) steps = take_steps(bytes);
  return orders;
}

}  // namespace quadrille::query
