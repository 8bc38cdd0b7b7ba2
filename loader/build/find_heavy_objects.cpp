#include "loader/build/find_heavy_objects.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "loader/build/shared_list.hpp"
#include "pgas/exchange.hpp"
#include "quadstore/frequent_objects.hpp"
#include "quadstore/heavy_finder.hpp"

namespace quadrille {

namespace {

// Collective. Sends items[starts[m]] .. items[starts[m + 1]] to member m, and calls visit(items) for those of each
// member.
template <class T, class Visit>
void send_parts(pgas::Team& team, pgas::QueryArena& arena, const std::vector<T>& items,
                const std::vector<std::size_t>& starts, const Visit& visit) {
  const std::span<T> shared = arena.make_span<T>(items.size());
  std::uninitialized_copy(items.begin(), items.end(), shared.begin());
  const std::span<pgas::Block> outgoing = arena.make_span<pgas::Block>(static_cast<std::size_t>(team.size()));
  for (std::size_t member = 0; member < outgoing.size(); ++member) {
    outgoing[member] = std::as_bytes(shared.subspan(starts[member], starts[member + 1] - starts[member]));
  }
  pgas::ExchangeView view(team, outgoing);
  for (int member = 0; member < view.size(); ++member) visit(view.from_as<T>(member));
  view.finish();
}

// Collective. Returns the objects of all images, in member order.
std::vector<Huri> gather(pgas::Team& team, const std::vector<Huri>& mine) {
  std::vector<Huri> all;
  for (const std::vector<Huri>& theirs : gather_lists(team, mine)) all.insert(all.end(), theirs.begin(), theirs.end());
  return all;
}

// Sorts by object and adds up the counts of each.
void add_up(std::vector<ObjectCount>& counts) {
  std::sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.object < b.object; });
  std::size_t size = 0;
  for (const ObjectCount& count : counts) {
    if (size > 0 && counts[size - 1].object == count.object) {
      counts[size - 1].rows += count.rows;
    } else {
      counts[size++] = count;
    }
  }
  counts.resize(size);
}

// Every object has an owner, which adds up its counts of all images. Returns the sums of this image's objects.
std::vector<ObjectCount> sums_at_owners(pgas::Team& team, pgas::QueryArena& arena, std::vector<ObjectCount> counts) {
  const auto members = static_cast<std::size_t>(team.size());
  const auto owner = [&](const ObjectCount& count) { return std::hash<Huri>()(count.object) % members; };
  std::sort(counts.begin(), counts.end(), [&](const auto& a, const auto& b) { return owner(a) < owner(b); });
  std::vector<std::size_t> starts(members + 1);
  for (const ObjectCount& count : counts) ++starts[owner(count) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<ObjectCount> mine;
  send_parts(team, arena, counts, starts, [&](auto theirs) { mine.insert(mine.end(), theirs.begin(), theirs.end()); });
  add_up(mine);
  return mine;
}

// Returns, ascending, the objects that may have more rows than `threshold`. allowance: of all images.
std::vector<Huri> candidates(pgas::Team& team, pgas::QueryArena& arena, const FrequentObjects& frequent,
                             std::uint64_t allowance, std::uint64_t threshold) {
  std::vector<Huri> mine;
  for (const ObjectCount& sum : sums_at_owners(team, arena, frequent.counts())) {
    if (sum.rows + allowance > threshold) mine.push_back(sum.object);
  }
  std::vector<Huri> all = gather(team, mine);
  std::sort(all.begin(), all.end());
  return all;
}

// Returns, ascending, the objects of which all images together have more rows than `threshold`. counts: this image's
// rows of each. Each member adds up the counts of a part of the objects.
std::vector<Huri> above(pgas::Team& team, pgas::QueryArena& arena, const std::vector<Huri>& objects,
                        const std::vector<std::uint64_t>& counts, std::uint64_t threshold) {
  const auto members = static_cast<std::size_t>(team.size()), me = static_cast<std::size_t>(team.rank());
  std::vector<std::size_t> starts;
  for (std::size_t member = 0; member <= members; ++member) starts.push_back(objects.size() * member / members);
  std::vector<std::uint64_t> sums(starts[me + 1] - starts[me]);
  send_parts(team, arena, counts, starts, [&](auto theirs) {
    std::transform(sums.begin(), sums.end(), theirs.begin(), sums.begin(), std::plus<>());
  });
  std::vector<Huri> heavy;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i] > threshold) heavy.push_back(objects[starts[me] + i]);
  }
  return gather(team, heavy);
}

}  // namespace

// The images together miss at most `allowance` rows of an object, half of the threshold. So the counts of a candidate
// are more than the other half, and there are fewer candidates than 2 x all_rows / threshold, at most 32 a shard.
std::vector<Huri> find_heavy_objects(pgas::Team& team, pgas::QueryArena& arena, std::uint64_t rows,
                                     const RowChunks& chunks, std::uint32_t shards) {
  const std::uint64_t all_rows = team.sum(rows);
  const std::uint64_t threshold = std::max(HeavyObjects::threshold(all_rows, shards), kFewRows);
  if (all_rows <= threshold) return {};
  const std::uint64_t counters = 2 * all_rows / threshold, allowance = all_rows / (counters + 1);
  FrequentObjects frequent(counters);
  chunks([&](auto triples, auto quads) {
    frequent.add(triples);
    frequent.add(quads);
  });
  const std::vector<Huri> objects = candidates(team, arena, frequent, allowance, threshold);
  std::vector<std::uint64_t> counts(objects.size());
  chunks([&](auto triples, auto quads) {
    const std::vector<std::uint64_t> more = count_objects(triples, quads, objects);
    std::transform(counts.begin(), counts.end(), more.begin(), counts.begin(), std::plus<>());
  });
  return above(team, arena, objects, counts, threshold);
}

}  // namespace quadrille
