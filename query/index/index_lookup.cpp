#include "query/index/index_lookup.hpp"

#include <algorithm>
#include <utility>

#include "query/index/adjacency_lookup.hpp"
#include "query/index/bitmap_lookup.hpp"
#include "query/index/merge_lookup.hpp"
#include "query/index/search_lookup.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

bool is_merged(const AccessPath& path, const IndexKeys& keys) {
  return keys.is_one_key() && !checks_rows(path);
}

// True if one column follows the prefix, and no other is returned: a condition may fix a variable in the prefix.
bool returns_values_at_most(const AccessPath& path) {
  const std::size_t last = path.prefix.size();
  return last + 1 == static_cast<std::size_t>(column_count(path.permutation)) &&
         std::all_of(path.outputs.begin(), path.outputs.end(),
                     [&](const auto& output) { return static_cast<std::size_t>(index(output.first)) == last; });
}

// True if the rows of these shards are those of the base and entries of levels.
bool shows_base(const Context& context, const AccessPath& path, ShardSpan shards) {
  if (!context.data.has_changes()) return true;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    if (!run_of(context.data, path, ShardId{shard}).shows_base()) return false;
  }
  return true;
}

}  // namespace

void IndexLookup::open(Context& context) {
  lookup_ = choose(context);
}

std::unique_ptr<Lookup> IndexLookup::choose(Context& context) {
  if (!is_merged(path_, keys_)) return std::make_unique<SearchLookup>(path_, keys_);
  may_have_bitmap_ =
      path_.outputs.empty() && keys_.is_whole_row() && shows_base(context, path_, context.readable_shards());
  if (may_have_bitmap_) {
    const Generation& generation = generation_of(context.data, path_);
    const View view = context.data.base_view(path_.permutation);
    bitmap_ = generation.class_bitmaps().get(generation, view, path_.permutation, keys_.constants(),
                                             [&context] { context.check(); });
    if (bitmap_ && !context.data.has_changes()) {
      return std::make_unique<BitmapLookup>(keys_, std::move(bitmap_), nullptr);
    }
  }
  return std::make_unique<MergeLookup>(path_, keys_);
}

void IndexLookup::ask_for_accelerator(Context& context) {
  if (bitmap_) {
    Changes changes = collect_changes(context, context.readable_shards());
    if (!changes.wait) {
      lookup_ = std::make_unique<BitmapLookup>(keys_, std::move(bitmap_), std::move(changes.keys));
    }
  } else if (!asked_for_adjacency_ && rows_looked_up_ >= cost::kAdjacencyRows) {
    ask_for_adjacency(context);
  }
}

// Short queries do not use it.
void IndexLookup::ask_for_adjacency(Context& context) {
  asked_for_adjacency_ = true;
  adjacency_shards_ = adjacency_shards(context);
  if (!adjacency_shards_) return;
  const Generation& generation = generation_of(context.data, path_);
  const View view = context.data.base_view(path_.permutation);
  auto index = generation.adjacency_index().get(generation, view, path_.permutation, keys_.constants(),
                                                ShardId{adjacency_shards_->begin}, ShardId{adjacency_shards_->end},
                                                [&context] { context.check(); });
  if (!index) return;
  Changes changes = collect_changes(context, *adjacency_shards_);
  asked_for_adjacency_ = !changes.wait;
  if (changes.wait) return;
  lookup_ = std::make_unique<AdjacencyLookup>(keys_, !path_.outputs.empty(), std::move(index), std::move(changes.keys));
}

// A search for a row costs as much as collecting some entries, or looking into the levels of some shards.
IndexLookup::Changes IndexLookup::collect_changes(Context& context, ShardSpan shards) {
  if (!context.data.has_changes()) return {};
  std::vector<MergedRun> changed;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    const MergedRun run = run_of(context.data, path_, ShardId{shard});
    if (!run.is_base()) changed.push_back(run);
  }
  if (changed.empty()) return {};
  if (changed.size() > rows_looked_up_ * cost::kShardsOfSearch) return {true, nullptr};
  if (!changes_) {
    changes_ = 0;
    for (const MergedRun& run : changed) *changes_ += count_changes(run, keys_.constants());
  }
  if (*changes_ == 0) return {};
  if (*changes_ > std::min(rows_looked_up_ * cost::kEntriesOfSearch, ChangedKeys::kMostChanges)) return {true, nullptr};
  return {false, std::make_unique<ChangedKeys>(changed, keys_.constants(), context.arena.own())};
}

// Each key must be in exactly one shard; in a team every image builds lists of its own shards only.
std::optional<ShardSpan> IndexLookup::adjacency_shards(const Context& context) const {
  if (!is_merged(path_, keys_) || !returns_values_at_most(path_)) return std::nullopt;
  const GraphView& data = context.data;
  const bool by_subject = sharding_side(path_.permutation) == ShardingSide::subject;
  const auto sharded = *column_of(path_.permutation, by_subject ? Position::subject : Position::object);
  if (static_cast<std::size_t>(index(sharded)) + 1 != path_.prefix.size()) return std::nullopt;
  if (!by_subject && data.has_heavy_objects()) return std::nullopt;
  const bool shares = data.is_whole() && context.team.size() > 1;
  if (shares && rows_.distribution != Distribution::by(*path_.prefix.back().variable)) return std::nullopt;
  const ShardSpan shards = shares ? context.own_shards() : context.readable_shards();
  return shows_base(context, path_, shards) ? std::optional(shards) : std::nullopt;
}

void IndexLookup::begin(Context& context, const Table& input) {
  rows_looked_up_ += input.rows();
  ask_for_accelerator(context);
  lookup_->begin(context, input);
}

bool IndexLookup::next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  if (lookup_->next(context, limit, rows, out)) return true;
  record_work(context);
  return false;
}

void IndexLookup::pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) {
  lookup_->pick(context, matched, rows);
  record_work(context);
}

// An accelerator is built once it pays.
void IndexLookup::record_work(Context& context) {
  const std::uint64_t work = lookup_->take_work();
  if (work == 0 || (!may_have_bitmap_ && !adjacency_shards_)) return;
  const Generation& generation = generation_of(context.data, path_);
  const View view = context.data.base_view(path_.permutation);
  if (may_have_bitmap_) {
    generation.class_bitmaps().spend(view, path_.permutation, keys_.constants(), work);
  } else {
    generation.adjacency_index().spend(view, path_.permutation, keys_.constants(), ShardId{adjacency_shards_->begin},
                                       ShardId{adjacency_shards_->end}, work);
  }
}

}  // namespace quadrille::query
