#include "query/expression/aggregate.hpp"

namespace quadrille::query {

using parser::AggregateKind;

KindSet read_kinds(AggregateKind kind) {
  switch (kind) {
    case AggregateKind::count:
    case AggregateKind::sample:
      return kNothing;
    case AggregateKind::sum:
    case AggregateKind::avg:
      return kUnreadKinds;
    default:
      return kAllKinds;
  }
}

Accumulator::State Accumulator::start(const parser::Aggregate& aggregate, Arena& memory) {
  switch (aggregate.kind) {
    case AggregateKind::count:
      return detail::Count{};
    case AggregateKind::sum:
    case AggregateKind::avg:
      return detail::Sum{};
    case AggregateKind::min:
    case AggregateKind::max:
      return detail::Extreme{false, detail::KeptValue(memory)};
    case AggregateKind::sample:
      return detail::Sample{detail::KeptValue(memory)};
    default:
      return detail::Concatenation{false, true, std::pmr::string(&memory)};
  }
}

Accumulator::Accumulator(const parser::Aggregate& aggregate, Arena& memory)
    : aggregate_(&aggregate), state_(start(aggregate, memory)) {}

void Accumulator::add(const Value& value) {
  std::visit([&](auto& state) { state.add(*aggregate_, value); }, state_);
}

void Accumulator::add_solutions(std::uint64_t count) {
  std::get<detail::Count>(state_).count += count;
}

void Accumulator::merge(const Accumulator& other) {
  std::visit(
      [&](auto& state) {
        using Same = std::decay_t<decltype(state)>;
        state.merge(*aggregate_, std::get<Same>(other.state_));
      },
      state_);
}

Value Accumulator::result(Arena& arena) const {
  return std::visit([&](const auto& state) { return state.result(*aggregate_, arena); }, state_);
}

void Accumulator::save(std::string& out) const {
  std::visit([&](const auto& state) { state.save(out); }, state_);
}

void Accumulator::load(const unsigned char*& from) {
  std::visit([&](auto& state) { state.load(from); }, state_);
}

}  // namespace quadrille::query
