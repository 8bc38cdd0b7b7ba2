#include "query/plan/order/dictated_orders.hpp"

#include <cstdint>

#include "base/assert.hpp"
#include "base/bytes.hpp"

namespace quadrille::query {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T take() {
    QUADRILLE_ASSERT(rest_.size() >= sizeof(T), "orders are read as they were written");
    const T value = load<T>(rest_.data());
    rest_.remove_prefix(sizeof(T));
    return value;
  }
  std::size_t take_size() { return static_cast<std::size_t>(take<std::uint64_t>()); }

 private:
  std::string_view rest_;
};

template <class T>
void append(T value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

void append_steps(const std::vector<JoinStep>& steps, std::string& out);

void append_step(const JoinStep& step, std::string& out) {
  append(std::uint64_t{step.part}, out);
  append(step.method, out);
  append(step.cost, out);
  append(step.estimate.rows, out);
  append(std::uint64_t{step.estimate.distinct.size()}, out);
  for (const Estimate::Distinct& one : step.estimate.distinct) {
    append(one.variable, out);
    append(one.values, out);
    append(one.domain, out);
  }
  append_steps(step.branch ? *step.branch : std::vector<JoinStep>(), out);
}

void append_steps(const std::vector<JoinStep>& steps, std::string& out) {
  append(std::uint64_t{steps.size()}, out);
  for (const JoinStep& step : steps) append_step(step, out);
}

std::vector<JoinStep> take_steps(Reader& in);

JoinStep take_step(Reader& in) {
  JoinStep step{};
  step.part = in.take_size();
  step.method = in.take<JoinMethod>();
  step.cost = in.take<double>();
  step.estimate.rows = in.take<double>();
  step.estimate.distinct.resize(in.take_size());
  for (Estimate::Distinct& one : step.estimate.distinct) {
    one.variable = in.take<VariableId>();
    one.values = in.take<double>();
    one.domain = in.take<double>();
  }
  std::vector<JoinStep> branch = take_steps(in);
  if (!branch.empty()) step.branch = std::make_shared<const std::vector<JoinStep>>(std::move(branch));
  return step;
}

std::vector<JoinStep> take_steps(Reader& in) {
  std::vector<JoinStep> steps(in.take_size());
  for (JoinStep& step : steps) step = take_step(in);
  return steps;
}

}  // namespace

std::string to_bytes(const std::vector<std::vector<JoinStep>>& orders) {
  std::string out;
  append(std::uint64_t{orders.size()}, out);
  for (const std::vector<JoinStep>& steps : orders) append_steps(steps, out);
  return out;
}

std::vector<std::vector<JoinStep>> orders_of(std::string_view bytes) {
  Reader in(bytes);
  std::vector<std::vector<JoinStep>> orders(in.take_size());
  for (std::vector<JoinStep>& steps : orders) steps = take_steps(in);
  return orders;
}

}  // namespace quadrille::query
