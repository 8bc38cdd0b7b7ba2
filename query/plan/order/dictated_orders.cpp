#include "query/plan/order/dictated_orders.hpp"

#include <cstdint>

#include "base/assert.hpp"
#include "base/bytes.hpp"

namespace quadrille::query {

namespace {

using Steps = std::vector<JoinStep>;

template <class T>
void append(T value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class T>
T take(std::string_view& in) {
  QUADRILLE_ASSERT(in.size() >= sizeof(T), "orders are read as they were written");
  const T value = load<T>(in.data());
  in.remove_prefix(sizeof(T));
  return value;
}

void append_steps(const Steps& steps, std::string& out) {
  append(steps.size(), out);
  for (const JoinStep& step : steps) {
    append(step.part, out);
    append(step.method, out);
    append(step.rows, out);
    append(step.cost, out);
    append_steps(step.branch ? *step.branch : Steps(), out);
  }
}

Steps take_steps(std::string_view& in) {
  Steps steps(take<std::size_t>(in));
  for (JoinStep& step : steps) {
    step.part = take<std::size_t>(in);
    step.method = take<JoinMethod>(in);
    step.rows = take<double>(in);
    step.cost = take<double>(in);
    Steps branch = take_steps(in);
    if (!branch.empty()) step.branch = std::make_shared<const Steps>(std::move(branch));
  }
  return steps;
}

}  // namespace

std::string to_bytes(const std::vector<Steps>& orders) {
  std::string out;
  append(orders.size(), out);
  for (const Steps& steps : orders) append_steps(steps, out);
  return out;
}

std::vector<Steps> orders_of(std::string_view bytes) {
  std::vector<Steps> orders(take<std::size_t>(bytes));
  for (Steps& steps : orders) steps = take_steps(bytes);
  return orders;
}

}  // namespace quadrille::query
