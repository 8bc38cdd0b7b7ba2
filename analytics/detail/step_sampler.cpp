#include "analytics/detail/step_sampler.hpp"

#include <algorithm>

#include "analytics/detail/mixed_bits.hpp"

namespace quadrille::analytics {
namespace {

// The random numbers of a candidate: which one it is, whether it is taken, and whether it is a return drawn by itself.
enum NumberOf : std::uint64_t { kWhich, kWhether, kReturn, kNumbersOfCandidate };

std::uint64_t number_of(const StepNumbers& numbers, std::uint32_t tries, NumberOf what) {
  return random_bits(numbers.key, (numbers.step << 32) + tries * std::uint64_t{kNumbersOfCandidate} + what);
}

}  // namespace

StepSampler::StepSampler(Workers& workers, const Graph& graph, double p, double q)
    : workers_(workers),
      graph_(graph),
      is_plain_(p == 1 && q == 1),
      return_factor_(1 / p / std::max(1.0, 1 / q)),
      near_factor_(1 / std::max(1.0, 1 / q)),
      far_factor_(1 / q / std::max(1.0, 1 / q)) {
  if (!graph.out().has_weights()) return;
  sums_ = workers.make_shared<double>(graph.out().edges());
  for_each_row_range(workers, graph.out(), [&](Range rows) { sum_up(rows); });
}

void StepSampler::sum_up(Range rows) {
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const auto slot = static_cast<Slot>(row);
    double sum = 0;
    std::uint64_t edge = graph_.out().begin_of(slot);
    for (const double weight : graph_.out().weights_of(slot)) {
      sums_[edge++] = sum += weight;
      if (edge % Workers::kTaskEdges == 0) workers_.check();
    }
  }
}

// Of the list of a vertex.
double StepSampler::mass(Slot at) const {
  const std::uint64_t degree = graph_.out().degree(at);
  if (degree == 0) return 0;
  return sums_.empty() ? static_cast<double>(degree) : sums_[graph_.out().end_of(at) - 1];
}

// A neighbour by weight; one of weight 0 is never drawn.
Slot StepSampler::draw(Slot at, std::uint64_t bits) const {
  const std::span<const Slot> list = graph_.out().of(at);
  if (sums_.empty()) return list[below(list.size(), bits)];
  const auto sums = sums_.subspan(graph_.out().begin_of(at), list.size());
  auto place = std::ranges::upper_bound(sums, unit_number(bits) * sums.back());
  if (place == sums.end()) place = std::ranges::lower_bound(sums, sums.back());
  return list[static_cast<std::size_t>(place - sums.begin())];
}

// The edges from a vertex to another one, as places in the list.
Range StepSampler::edges_to(Slot at, Slot to) const {
  if (to == kNoSlot) return {};
  const std::span<const Slot> list = graph_.out().of(at);
  const auto found = graph_.ghosts() == 0 ? std::ranges::equal_range(list, to)
                                          : std::ranges::equal_range(list, graph_.huri(to), {},
                                                                     [&](Slot slot) { return graph_.huri(slot); });
  return {static_cast<std::size_t>(found.begin() - list.begin()), static_cast<std::size_t>(found.end() - list.begin())};
}

double StepSampler::mass_of_edges(Slot at, Slot to) const {
  const Range edges = edges_to(at, to);
  if (sums_.empty() || edges.size() == 0) return static_cast<double>(edges.size());
  const std::span<const double> weights = graph_.out().weights_of(at);
  double sum = 0;
  for (std::size_t edge = edges.begin; edge < edges.end; ++edge) sum += weights[edge];
  return sum;
}

bool StepSampler::has_edge(Slot from, Slot to) const {
  return edges_to(from, to).size() > 0;
}

StepCandidate StepSampler::next(Slot at, Slot before, bool is_first_step, const StepNumbers& numbers,
                                std::uint32_t tries) const {
  const double all = mass(at);
  if (all <= 0) return {};
  const auto draw_of = [&](std::uint32_t number) { return draw(at, number_of(numbers, number, kWhich)); };
  if (is_plain_ || is_first_step || graph_.out().degree(at) == 1) return {draw_of(0), 1, false};
  // A return that is more likely than any other step: what is beyond the factor 1 has a part of its own.
  const double beyond = return_factor_ > 1 ? mass_of_edges(at, before) * (return_factor_ - 1) : 0;
  for (;; ++tries) {
    if (tries % Workers::kTaskEdges == Workers::kTaskEdges - 1) workers_.check();
    if (beyond > 0 && unit_number(number_of(numbers, tries, kReturn)) * (all + beyond) < beyond) {
      return {before, tries + 1, false};
    }
    const Slot to = draw_of(tries);
    const double number = unit_number(number_of(numbers, tries, kWhether));
    if (to == before) {
      if (number < return_factor_) return {to, tries + 1, false};
      continue;
    }
    if (number < std::min(near_factor_, far_factor_)) return {to, tries + 1, false};
    if (number < std::max(near_factor_, far_factor_)) return {to, tries + 1, true};
  }
}

std::uint64_t StepSampler::key_of(std::uint64_t seed, Huri start, std::uint64_t turn) {
  return mixed_bits(random_bits(mixed_bits(seed + kGoldenRatio) ^ mixed_bits(start.bits()), turn + 1));
}

}  // namespace quadrille::analytics
