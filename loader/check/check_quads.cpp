#include "loader/check/check_quads.hpp"

#include <xxhash.h>

#include <array>
#include <optional>

#include "dictionary/volatile_huri.hpp"
#include "loader/database/dump.hpp"
#include "loader/database/each_quad.hpp"
#include "quadstore/sharding.hpp"

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
  TermLook(const KnownTerms& terms, QuadTable table)
      : terms_(terms), table_(table), positions_(table == QuadTable::default_graph ? 3 : 4) {}

  // Returns the position of the wrong term; -1 if there is none.
  int wrong(const Quad& quad) {
    for (int number = 0; number < positions_; ++number) {
      const auto position = static_cast<Position>(number);
      const Huri huri = quad[position];
      if (huri == good_[number]) continue;
      const bool is_of_class = position == Position::subject && huri.is_only_object() && positions_ == 3 &&
                               quad.predicate == terms_.same_as && !terms_.same_as.is_unbound();
      const bool is_name = position == Position::graph && table_ == QuadTable::triple_terms;
      const bool is_fit = is_name ? huri.kind() == HuriKind::triple_term : fits(position, huri) || is_of_class;
      if (!is_fit || !terms_.has(huri)) return number;
      if (!is_of_class) good_[number] = huri;
    }
    return -1;
  }

 private:
  const KnownTerms& terms_;
  const QuadTable table_;
  const int positions_;
  std::array<Huri, 4> good_{};
};

QuadSum sum_and_look(CheckFinds& finds, const Snapshot& snapshot, ShardId shard, Permutation permutation,
                     const KnownTerms& terms) {
  QuadSum sum;
  TermLook look(terms, table_of(permutation));
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
const std::array<Side, 6> kSides{{{Permutation::spo, {Permutation::pso}},
                                  {Permutation::ops, {Permutation::pos}},
                                  {Permutation::spog, {Permutation::psog, Permutation::gspo}},
                                  {Permutation::opsg, {Permutation::posg, Permutation::gpos}},
                                  {Permutation::spot, {Permutation::tspo}},
                                  {Permutation::post, {Permutation::ospt}}}};
constexpr std::size_t kSidesOfGraphs = 4;  // the first ones

using SideSums = std::array<QuadSum, kSides.size()>;

// A range of kSides.
struct SideRange {
  std::size_t begin, end;
};
constexpr SideRange kOfGraphs{0, kSidesOfGraphs}, kOfTriples{kSidesOfGraphs, kSides.size()};

void check_shard(CheckFinds& finds, const Snapshot& snapshot, ShardId shard, const KnownTerms& terms, SideRange sides,
                 SideSums& sums) {
  for (std::size_t side = sides.begin; side < sides.end; ++side) {
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
    if (!is_delta_term(huri) || !is_interned(huri.kind())) return false;
    const std::size_t part = delta_part(huri);
    return part < delta.size() && volatile_index(huri) < delta[part];
  }
  if (huri.is_blank()) return huri.payload() < blank_nodes;
  if (huri.kind() == HuriKind::triple_term) {
    const std::size_t shard = index(triple_shard(huri));
    return shard < triples.size() && triple_row_number(huri) < triples[shard];
  }
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

namespace {

// Checks the images' shards. Returns the sums of all images; nullopt on images other than the first, and if rows cannot
// be read.
std::optional<SideSums> check_sides(CheckFinds& finds, pgas::Team& team, const Snapshot& snapshot,
                                    const KnownTerms& terms, SideRange sides) {
  SideSums mine{};
  bool all_read = true;
  for (const ShardId shard : own_shards(team, snapshot)) {
    all_read &= finds.attempt([&] { check_shard(finds, snapshot, shard, terms, sides, mine); });
  }
  SideSums all{};
  for (const SideSums& theirs : team.all_gather(mine)) {
    for (std::size_t side = 0; side < all.size(); ++side) all[side] += theirs[side];
  }
  if (!team.all(all_read) || !team.is_first()) return std::nullopt;
  return all;
}

// The rows by subject must be those by object.
void compare(CheckFinds& finds, const Snapshot& snapshot, const SideSums& all, std::size_t a, const char* what) {
  const std::size_t b = a + 1;
  if (all[a] == all[b]) return;
  finds.damage(fmt::format("{}: the {} {} of {} are not the {} {} of {}; {}", snapshot.generation().folder().string(),
                           all[a].rows, what, name(kSides[a].first), all[b].rows, what, name(kSides[b].first),
                           kRestoreDatabase));
}

// The numbers of the base's triple terms are their rows.
void check_numbers_of_triples(CheckFinds& finds, const Snapshot& snapshot, ShardId shard) {
  const RunView& run = snapshot.generation().run(Permutation::tspo, shard);
  std::array<Huri, kBlockRows> triples;
  std::uint64_t row = 0;
  for (std::uint64_t block = 0; block < run.blocks(); ++block) {
    const std::size_t count = run.block_rows(block).size();
    run.read_block(block, ColumnIndex(0), 0, count, triples.data());
    for (std::size_t i = 0; i < count; ++i, ++row) {
      if (triples[i] == make_triple_huri(shard, row)) continue;
      if (triples[i].is_volatile()) return;  // those that a merge has added are behind the others
      finds.damage(fmt::format("{}: row {} has the triple term {:016x}, which is another row's; {}",
                               place_of(snapshot, shard, Permutation::tspo), row, triples[i].bits(), kRestoreDatabase));
      return;
    }
  }
}

}  // namespace

void check_quads(DatabaseCheck& check, const std::string& name, const Snapshot& snapshot, const KnownTerms& terms) {
  pgas::Team& team = check.team();
  check.step(fmt::format("quads of {}, in ten orders", name), "quads", [&](CheckFinds& finds) {
    const auto all = check_sides(finds, team, snapshot, terms, kOfGraphs);
    if (!all) return;
    const auto check_count = [&](std::size_t side, std::uint64_t told) {
      compare(finds, snapshot, *all, side, "quads");
      if ((*all)[side].rows == told) return;
      finds.damage(fmt::format("{}: {} has {} quads, but the statistics have {}; {}",
                               snapshot.generation().folder().string(), quadrille::name(kSides[side].first),
                               (*all)[side].rows, told, kRestoreDatabase));
    };
    check_count(0, snapshot.statistics().default_graph.rows());
    check_count(2, snapshot.statistics().named_graphs.rows());
  });
  std::uint64_t triples = 0;
  for (const ShardId shard : own_shards(team, snapshot)) triples += snapshot.run(Permutation::spot, shard).count({});
  if (team.sum(triples) == 0) return;
  check.step(fmt::format("triple terms of {}, in four orders", name), "triple terms", [&](CheckFinds& finds) {
    const auto all = check_sides(finds, team, snapshot, terms, kOfTriples);
    for (const ShardId shard : own_shards(team, snapshot)) {
      finds.attempt([&] { check_numbers_of_triples(finds, snapshot, shard); });
    }
    if (all) compare(finds, snapshot, *all, kSidesOfGraphs, "triple terms");
  });
}

}  // namespace quadrille
