#include "bench/pgas/gauge.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace quadrille::bench {

namespace {

constexpr int kMostRounds = 1 << 16;
constexpr int kFewRepetitions = 3;

}  // namespace

Gauge::Sample Gauge::sample(int rounds, const Work& work) {
  team_.barrier();
  const pgas::Counters before = team_.counters();
  const Stopwatch stopwatch;
  work(rounds);
  const double mine = stopwatch.seconds();
  const pgas::Counters used = team_.counters() - before;
  Sample sample;
  sample.seconds = team_.max(mine) / rounds;
  sample.messages = static_cast<double>(team_.sum(used.messages)) / rounds;
  sample.bytes = static_cast<double>(team_.sum(used.sent_bytes)) / rounds;
  return sample;
}

// The number of rounds that take seconds_each; finding it also warms up.
int Gauge::find_rounds(const Work& work) {
  int rounds = 1;
  while (rounds < kMostRounds) {
    const double seconds = sample(rounds, work).seconds * rounds;
    if (seconds * 2 > effort_.seconds_each) break;
    const double wanted = std::min(16.0, effort_.seconds_each / std::max(seconds, 1e-9));
    rounds = std::min(kMostRounds, static_cast<int>(rounds * wanted) + 1);
  }
  return rounds;
}

void Gauge::measure(Subject subject, const Work& work) {
  if (subject.operation.find(only_) == std::string::npos) return;
  const int rounds = find_rounds(work);
  std::vector<Sample> samples;
  double used = 0;
  while (static_cast<int>(samples.size()) < effort_.repetitions &&
         (used < effort_.seconds_in_all || samples.size() < kFewRepetitions)) {
    samples.push_back(sample(rounds, work));
    used += samples.back().seconds * rounds;
  }
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.seconds < b.seconds; });
  const Sample& median = samples[samples.size() / 2];
  measurements_.push_back({std::move(subject), median.seconds, samples.front().seconds, samples.back().seconds,
                           median.messages, median.bytes});
}

void Gauge::measure_each(Subject subject, const std::function<void()>& once) {
  measure(std::move(subject), [&](int rounds) {
    for (int round = 0; round < rounds; ++round) once();
  });
}

}  // namespace quadrille::bench
