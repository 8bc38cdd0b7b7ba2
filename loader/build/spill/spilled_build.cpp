#include "loader/build/spill/spilled_build.hpp"

#include <algorithm>
#include <utility>

namespace quadrille {

namespace {

// The rows in the order of shards, twice; then one shard: both sides, gathered, sorted and compressed.
constexpr std::uint64_t kCopiesToIndex = 2, kCopiesOfAShard = 4;
// Rules need up to 60 bytes for a row of 24, beside the row.
constexpr std::uint64_t kBytesForRules = 4;

}  // namespace

SpilledBuild::SpilledBuild(BuildContext& context, std::filesystem::path database)
    : context_(context), database_(std::move(database)), input_(context, folder()) {
  if (!context.options().temp.empty()) SpillFile check(folder());  // checks the folder early
}

const std::filesystem::path& SpilledBuild::folder() const {
  const std::filesystem::path& named = context_.options().temp;
  return named.empty() ? database_ : named;
}

bool SpilledBuild::relieve(TermTable& terms, QuadLog& log) {
  const pgas::HeapUsage usage = context_.heap().usage();
  const std::uint64_t most = context_.options().spill_bytes;
  if (usage.used_bytes <= (most != 0 ? most : usage.budget_bytes / 2)) return false;
  if (log.size_bytes() > usage.used_bytes / 4) {
    input_.add_rows(log);
    return false;
  }
  input_.end_segment(terms, log);
  return true;
}

bool SpilledBuild::has_room_for_rules(const QuadLog& log) {
  if (!context_.options().rules) return true;
  return log.size_bytes() * kBytesForRules <= context_.heap().usage().budget_bytes / 10 * 9;
}

bool SpilledBuild::has_room_to_index(const QuadLog& log) {
  const std::uint64_t mine = log.size_bytes() + log.terms.size() * sizeof(QuadRow);
  const std::uint64_t all = context_.team().sum(mine);
  const std::uint64_t needed = mine * kCopiesToIndex + all / context_.shards() * kCopiesOfAShard;
  return needed <= context_.heap().usage().budget_bytes / 10 * 9;
}

bool SpilledBuild::end_input(TermTable& terms, QuadLog& log) {
  const bool fits = has_room_to_index(log) && has_room_for_rules(log);
  if (!context_.team().any(input_.is_used() || !fits)) return false;
  input_.end_segment(terms, log);
  want_shards(input_.row_bytes());
  return true;
}

bool SpilledBuild::end_inference(QuadLog& log) {
  if (!context_.team().any(!has_room_to_index(log))) return false;
  want_shards(log.size_bytes());
  index_.emplace(context_, folder());
  const auto add = [&](auto rows) {
    for (const auto& row : rows) index_->add({row[0], row[1], row[2], row.size() == 4 ? row.back() : kDefaultGraph});
    context_.pulse(0);
  };
  log.triples.for_each_chunk(add);
  log.quads.for_each_chunk(add);
  log.triples.clear();
  log.quads.clear();
  return true;
}

void SpilledBuild::want_shards(std::uint64_t row_bytes) {
  const std::uint64_t memory = context_.team().min(context_.heap().usage().budget_bytes);
  context_.want_shards(shards_for(context_.team().sum(row_bytes), memory));
}

RankedTerms SpilledBuild::rank(pgas::QueryArena& arena, std::uint64_t generation) {
  terms_.emplace(context_, input_);
  OwnRanges mine(context_, database_, generation);
  const auto look = [this](std::uint64_t) { context_.pulse(0); };
  ranked_ = rank_parts(context_, *terms_, terms_->rounds(), arena, mine, look);
  return {{}, ranked_.totals(), mine.finish(ranked_, look)};
}

void SpilledBuild::rank_triples(TripleRanks& triples) const {
  const bool any = std::ranges::any_of(input_.segments(), [](const auto& its) { return !its.rows.terms.empty(); });
  for (std::size_t number = 0; any && number < input_.segments().size(); ++number) {
    pgas::QueryArena arena(context_.heap());
    triples.add(terms_->huris_of(number, ranked_, arena),
                [&](const auto& visit) { input_.for_each_term_chunk(input_.segments()[number], visit); });
  }
}

void SpilledBuild::update(const TripleRanks& triples, const std::function<void(std::span<const Huri>)>& look) {
  index_.emplace(context_, folder());
  index_->update_huris(input_, *terms_, ranked_, triples, look);
  terms_.reset();
  spilled_bytes_ += input_.size_bytes();
  input_.clear();
}

RowSource<3> SpilledBuild::triples() const {
  return {context_.shards(), [this](const auto& visit) { index_->for_each_triples(visit); }};
}

RowSource<4> SpilledBuild::quads() const {
  return {context_.shards(), [this](const auto& visit) { index_->for_each_quads(visit); }};
}

IndexedShards SpilledBuild::index(std::uint64_t generation) {
  IndexedShards indexed = index_->build(database_, generation);
  spilled_bytes_ += index_->size_bytes();
  index_.reset();
  return indexed;
}

}  // namespace quadrille
