#include "loader/check/check_quads.hpp"

#include <xxhash.h>

#include <array>

#include "dictionary/volatile_huri.hpp"
#include "loader/database/dump.hpp"
#include "loader/database/each_quad.hpp"

namespace quadrille {

namespace {

std::string place_of(const Snapshot& snapshot, ShardId shard, Permutation permutation) {
  const Generation& generation = snapshot.generation();
  const std::string file = shard_file_path(generation.manifest().generation, index(shard));
  return fmt::format("{}: {}", (generation.folder() / file).string(), name(permutation));
}

bool fits(Position position, Huri huri) {
  switch (position) {
    case Position::predicate:
      return huri.is_iri();
    case Position::object:
      return huri.kind() != HuriKind::special;
    default:
      return huri.is_iri() || huri.is_blank() || huri.kind() == HuriKind::triple_term;
  }
}

constexpr std::array<const char*, 4> kPositionNames{"subject", "predicate", "object", "graph"};

// Checks terms; a term that equals that of the previous quad is checked once.
class TermLook {
 public:
  TermLook(const KnownTerms& terms, bool has_graph) : terms_(terms), positions_(has_graph ? 4 : 3) {}

  // Returns the position of the wrong term; -1 if there is none.
  int wrong(const Quad& quad) {
    for (int number = 0; number < positions_; ++number) {
      const auto position = static_cast<Position>(number);
      const Huri huri = quad[position];
      if (huri == good_[number]) continue;
      const bool is_of_class = position == Position::subject && huri.is_literal() && positions_ == 3 &&
                               quad.predicate == terms_.same_as && !terms_.same_as.is_unbound();
      if (!(fits(position, huri) || is_of_class) || !terms_.has(huri)) return number;
      if (!is_of_class) good_[number] = huri;
    }
    return -1;
  }

 private:
  const KnownTerms& terms_;
  const int positions_;
  std::array<Huri, 4> good_{};
};

QuadSum sum_and_look(CheckFinds& finds, const Snapshot& snapshot, ShardId shard, Permutation permutation,
                     const KnownTerms& terms) {
  QuadSum sum;
  TermLook look(terms, holds_named_graphs(permutation));
  std::uint64_t wrong_rows = 0;
  detail::for_each_quad(snapshot.run(permutation, shard), [&](const Quad& quad) {
    sum.add(quad);
    const int wrong = look.wrong(quad);
    if (wrong < 0 || ++wrong_rows > 1) return;
    finds.damage(
        fmt::format("{}: row {} has the {} {:016x}, which is not a term of the database that is allowed there; {}",
                    place_of(snapshot, shard, permutation), sum.rows - 1, kPositionNames[wrong],
                    quad[static_cast<Position>(wrong)].bits(), kRestoreDatabase));
  });
  if (wrong_rows > 1) {
    finds.damage(
        fmt::format("{}: {} more rows with such terms", place_of(snapshot, shard, permutation), wrong_rows - 1));
  }
  return sum;
}

QuadSum sum_of(const Snapshot& snapshot, ShardId shard, Permutation permutation) {
  QuadSum sum;
  detail::for_each_quad(snapshot.run(permutation, shard), [&](const Quad& quad) { sum.add(quad); });
  return sum;
}

// One side of a shard: the permutations are compared with `first`.
struct Side {
  Permutation first;
  std::vector<Permutation> others;
};
const std::array<Side, 4> kSides{{{Permutation::spo, {Permutation::pso}},
                                  {Permutation::ops, {Permutation::pos}},
                                  {Permutation::spog, {Permutation::psog, Permutation::gspo}},
                                  {Permutation::opsg, {Permutation::posg, Permutation::gpos}}}};

using SideSums = std::array<QuadSum, 4>;

void check_shard(CheckFinds& finds, const Snapshot& snapshot, ShardId shard, const KnownTerms& terms, SideSums& sums) {
  for (std::size_t side = 0; side < kSides.size(); ++side) {
    const auto& [first, others] = kSides[side];
    const bool of_subjects = sharding_side(first) == ShardingSide::subject;
    const QuadSum sum =
        of_subjects ? sum_and_look(finds, snapshot, shard, first, terms) : sum_of(snapshot, shard, first);
    sums[side] += sum;
    if (of_subjects) finds.looked_at(sum.rows);
    for (const Permutation other : others) {
      const QuadSum its = sum_of(snapshot, shard, other);
      if (its == sum) continue;
      finds.damage(fmt::format("{}: its {} rows are other quads than the {} rows of {}; {}",
                               place_of(snapshot, shard, other), its.rows, sum.rows, name(first), kRestoreDatabase));
    }
  }
}

std::vector<ShardId> own_shards(const pgas::Team& team, const Snapshot& snapshot) {
  return shards_of_member(team.rank(), team.size(), snapshot.shards());
}

}  // namespace

bool KnownTerms::has(Huri huri) const {
  if (huri.is_volatile()) {
    if (!is_delta_term(huri) || !in_vocabulary(huri.kind())) return false;
    const std::size_t part = delta_part(huri);
    return part < delta.size() && volatile_index(huri) < delta[part];
  }
  if (huri.is_blank()) return huri.payload() < blank_nodes;
  if (in_vocabulary(huri.kind())) return huri.payload() < of_kind[static_cast<std::size_t>(huri.kind())];
  return huri.kind() != HuriKind::special;
}

void QuadSum::add(const Quad& quad) {
  const XXH128_hash_t hash = XXH3_128bits(&quad, sizeof quad);
  ++rows;
  low += hash.low64;
  high += hash.high64;
}

QuadSum& QuadSum::operator+=(const QuadSum& other) {
  rows += other.rows;
  low += other.low;
  high += other.high;
  return *this;
}

void check_quads(DatabaseCheck& check, const std::string& name, const Snapshot& snapshot, const KnownTerms& terms) {
  pgas::Team& team = check.team();
  check.step(fmt::format("quads of {}, in ten orders", name), "quads", [&](CheckFinds& finds) {
    SideSums mine{};
    bool all_read = true;
    for (const ShardId shard : own_shards(team, snapshot)) {
      all_read &= finds.attempt([&] { check_shard(finds, snapshot, shard, terms, mine); });
    }
    SideSums all{};
    for (const SideSums& theirs : team.all_gather(mine)) {
      for (std::size_t side = 0; side < all.size(); ++side) all[side] += theirs[side];
    }
    if (!team.all(all_read) || !team.is_first()) return;  // unreadable rows cannot be compared
    const std::string folder = snapshot.generation().folder().string();
    const auto compare = [&](std::size_t a, std::size_t b, std::uint64_t told) {
      if (all[a] != all[b]) {
        finds.damage(fmt::format("{}: the {} quads of {} are not the {} quads of {}; {}", folder, all[a].rows,
                                 quadrille::name(kSides[a].first), all[b].rows, quadrille::name(kSides[b].first),
                                 kRestoreDatabase));
      }
      if (all[a].rows != told) {
        finds.damage(fmt::format("{}: {} has {} quads, but the statistics have {}; {}", folder,
                                 quadrille::name(kSides[a].first), all[a].rows, told, kRestoreDatabase));
      }
    };
    compare(0, 1, snapshot.statistics().default_graph.rows());
    compare(2, 3, snapshot.statistics().named_graphs.rows());
  });
}

}  // namespace quadrille
