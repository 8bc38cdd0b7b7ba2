#include "loader/find_heavy_objects.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "loader/shared_list.hpp"
#include "quadstore/heavy_objects.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kExpectedSamples = 64, kCandidateSamples = 16;  // of an object at the threshold
constexpr std::size_t kObject = static_cast<std::size_t>(Position::object);

struct Count {
  Huri object;
  std::uint64_t rows;
};

// Visits about one row in `every`, each with the same chance.
class Sampler {
 public:
  Sampler(std::uint64_t every, unsigned seed) : random_(seed), step_(1.0 / static_cast<double>(every)) {
    skip_ = step_(random_);
  }

  template <class R, class Visit>
  void sample(std::span<R> rows, const Visit& visit) {
    std::uint64_t at = skip_;
    for (; at < rows.size(); at += 1 + step_(random_)) visit(rows[at][kObject]);
    skip_ = at - rows.size();
  }

 private:
  std::mt19937_64 random_;
  std::geometric_distribution<std::uint64_t> step_;
  std::uint64_t skip_;
};

template <class Visit>
void for_each_chunk(QuadLog& log, const Visit& visit) {
  log.triples.for_each_chunk(visit);
  log.quads.for_each_chunk(visit);
}

std::vector<Huri> find_candidates(BuildContext& context, QuadLog& log, std::uint64_t threshold) {
  std::map<Huri, std::uint64_t> samples;
  Sampler sampler(std::max<std::uint64_t>(1, threshold / kExpectedSamples),
                  static_cast<unsigned>(context.team().rank()));
  for_each_chunk(log, [&](auto rows) { sampler.sample(rows, [&](Huri object) { ++samples[object]; }); });
  std::vector<Count> mine;
  for (const auto& [object, rows] : samples) mine.push_back({object, rows});

  std::map<Huri, std::uint64_t> all;
  for (const std::vector<Count>& theirs : gather_lists(context.team(), mine)) {
    for (const Count& count : theirs) all[count.object] += count.rows;
  }
  std::vector<Huri> candidates;
  for (const auto& [object, rows] : all) {
    if (rows >= kCandidateSamples) candidates.push_back(object);
  }
  return candidates;
}

// Rows by candidate, of all images.
std::vector<std::uint64_t> count_rows(BuildContext& context, QuadLog& log, const std::vector<Huri>& candidates) {
  std::vector<HeavyEntry> entries;
  for (const Huri object : candidates) entries.push_back({object, kUnbound});
  const HeavyObjects table(std::move(entries));
  std::vector<std::uint64_t> counts(candidates.size());
  for_each_chunk(log, [&](auto rows) {
    for (const auto& row : rows) {
      if (!table.contains(row[kObject])) continue;
      const auto found = std::lower_bound(candidates.begin(), candidates.end(), row[kObject]);
      ++counts[static_cast<std::size_t>(found - candidates.begin())];
    }
    context.pulse(0);
  });
  std::vector<std::uint64_t> all(candidates.size());
  for (const std::vector<std::uint64_t>& theirs : gather_lists(context.team(), counts)) {
    std::transform(all.begin(), all.end(), theirs.begin(), all.begin(), std::plus<>());
  }
  return all;
}

}  // namespace

std::vector<Huri> find_heavy_objects(BuildContext& context, QuadLog& log) {
  const std::uint64_t rows = context.team().sum(log.size());
  const std::uint64_t threshold = std::max(HeavyObjects::threshold(rows, context.shards()), kFewRows);
  if (rows <= threshold) return {};
  const std::vector<Huri> candidates = find_candidates(context, log, threshold);
  const std::vector<std::uint64_t> counts = count_rows(context, log, candidates);
  std::vector<Huri> heavy;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (counts[i] > threshold) heavy.push_back(candidates[i]);
  }
  return heavy;
}

}  // namespace quadrille
