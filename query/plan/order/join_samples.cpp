#include "query/plan/order/join_samples.hpp"

#include <algorithm>

#include "quadstore/merged_batch.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

// True for patterns that are read as they are: no graph to choose, no variable twice.
bool can_sample(const JoinPart& part) {
  if (!part.pattern) return false;
  const auto kind = part.pattern->scope.kind;
  const auto& slots = part.pattern->slots;
  const bool repeats = slots[0].variable && slots[0].variable == slots[2].variable;
  return (kind == GraphScope::Kind::default_graph || kind == GraphScope::Kind::one) && !repeats;
}

}  // namespace

// Takes evenly spaced rows from evenly spaced shards.
std::vector<Huri> JoinSamples::values_of(const QuadPattern& pattern, VariableId variable) const {
  const VariableId wanted[] = {variable};
  std::vector<AccessPath> paths = access_paths(pattern, {}, wanted);
  std::erase_if(paths, [](const AccessPath& path) { return !path.residual.empty() || path.outputs.empty(); });
  std::vector<Huri> values;
  if (paths.empty()) return values;
  const AccessPath& path = paths.front();
  const QuadPrefix prefix = constant_prefix(path);
  const ShardSpan shards = shards_of(data_, path.permutation, prefix.values());
  const std::uint64_t count = shards.end - shards.begin;
  MergedBatch batch;
  for (std::uint64_t sample = 0; sample < cost::kSamples; ++sample) {
    const auto shard = static_cast<std::uint32_t>(shards.begin + sample * count / cost::kSamples);
    MergedRows rows = run_of(data_, path, ShardId{shard}).find(prefix);
    if (rows.empty()) continue;
    const std::uint64_t place = (2 * sample + 1) * 0x9e3779b97f4a7c15 % rows.size();
    batch.take(rows, place);
    batch.take(rows, 1);
    Huri value;
    batch.read(path.outputs.front().first, {&value, 1});
    values.push_back(value);
  }
  return values;
}

std::optional<double> JoinSamples::rows_met(std::size_t from, VariableId variable, std::size_t to) {
  const auto [place, is_new] = known_.emplace(std::tuple(from, variable, to), std::nullopt);
  std::optional<double>& known = place->second;
  if (!is_new || !can_sample(parts_[from]) || !can_sample(parts_[to])) return known;
  const auto [values, unread] = values_.emplace(std::pair(from, variable), std::vector<Huri>());
  if (unread) values->second = values_of(*parts_[from].pattern, variable);
  if (values->second.empty()) return known;
  const VariableId bound[] = {variable};
  const AccessPath path = look_up_path(*parts_[to].pattern, bound, {});
  if (!path.residual.empty()) return known;
  std::uint64_t rows = 0;
  int met = 0;
  for (const Huri value : values->second) {
    QuadPrefix prefix;
    for (const Slot& slot : path.prefix) prefix.push_back(slot.variable ? value : slot.term);
    const std::uint64_t found = count_rows(data_, path.permutation, prefix, ShardSpan{0, data_.shards()});
    rows += found;
    if (found > 0) ++met;
  }
  if (met >= cost::kFewMet) known = static_cast<double>(rows) / static_cast<double>(values->second.size());
  return known;
}

}  // namespace quadrille::query
