#include "quadstore/class_bitmaps.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "quadstore/generation.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kFewBlocks = 16;     // searches among these are quick enough
constexpr std::uint64_t kMostBytesARow = 4;  // a list of the keys would take eight
constexpr std::uint64_t kUsualBytes = 8 << 20;
constexpr std::uint64_t kQuadsAByte = 8;

// The rows of each shard behind `prefix`, with hidden ones; none in shards that are not open here.
std::vector<RowRange> find_rows(const Generation& generation, Permutation permutation, const QuadPrefix& prefix) {
  std::vector<RowRange> rows;
  for (std::uint32_t shard = 0; shard < generation.shards(); ++shard) {
    const bool is_open = generation.is_open(ShardId{shard});
    rows.push_back(is_open ? generation.run(permutation, ShardId{shard}).find(prefix) : RowRange{});
  }
  return rows;
}

EarnedCache<ClassBitmap>::Key key_of(View view, Permutation permutation, const QuadPrefix& prefix) {
  EarnedCache<ClassBitmap>::Key key{static_cast<std::uint64_t>(view), static_cast<std::uint64_t>(permutation)};
  for (const Huri value : prefix.values()) key.push_back(value.bits());
  return key;
}

using MakeRoom = std::function<bool(std::size_t bytes)>;

// nullptr: it would be too large.
std::shared_ptr<const ClassBitmap> make(const Generation& generation, View view, Permutation permutation,
                                        const QuadPrefix& prefix, const MakeRoom& make_room,
                                        const std::function<void()>& look) {
  const auto column = static_cast<ColumnIndex>(prefix.size());
  const std::vector<RowRange> rows = find_rows(generation, permutation, prefix);
  std::optional<Huri> least, most;
  std::uint64_t count = 0;
  for (std::uint32_t shard = 0; shard < rows.size(); ++shard) {
    if (rows[shard].empty()) continue;
    const RunView& run = generation.run(permutation, ShardId{shard});
    std::array<Huri, 1> first, last;
    run.read(column, {rows[shard].begin, rows[shard].begin + 1}, first);
    run.read(column, {rows[shard].end - 1, rows[shard].end}, last);
    least = least ? std::min(*least, first[0]) : first[0];
    most = most ? std::max(*most, last[0]) : last[0];
    count += run.mask(view).count(rows[shard]);
  }
  if (!least) return nullptr;
  const std::uint64_t bytes = (most->bits() - least->bits()) / 8;
  if (bytes > count * kMostBytesARow || !make_room(bytes + sizeof(std::uint64_t))) return nullptr;
  auto set = std::make_shared<ClassBitmap>(*least, *most);
  std::array<Huri, kBlockRows> keys;
  for (std::uint32_t shard = 0; shard < rows.size(); ++shard) {
    if (rows[shard].empty()) continue;
    const RunView& run = generation.run(permutation, ShardId{shard});
    const RowMask mask = run.mask(view);
    for (std::uint64_t row = rows[shard].begin; row < rows[shard].end;) {
      const std::uint64_t end = std::min((row / kBlockRows + 1) * kBlockRows, rows[shard].end);
      const std::span<Huri> values = std::span(keys).first(end - row);
      run.read(column, {row, end}, values);
      for (std::uint64_t shown = mask.next_shown(row, end); shown < end; shown = mask.next_shown(shown + 1, end)) {
        set->add(values[shown - row]);
      }
      row = end;
    }
    look();
  }
  return set;
}

}  // namespace

// The key is the last column, so a row is in one bitmap for each permutation and view.
std::size_t ClassBitmaps::wanted_bytes_for(const Manifest& manifest, std::size_t views) {
  const std::uint64_t most_rows = std::max(manifest.default_quads, manifest.named_quads);
  if (most_rows / kBlockRows + 1 < kFewBlocks) return 0;
  const std::uint64_t quads = manifest.default_quads + manifest.named_quads;
  const std::uint64_t all = rows_of_permutations(manifest) * views * kMostBytesARow;
  return std::min(all, std::max(kUsualBytes, quads / kQuadsAByte));
}

ClassBitmaps::ClassBitmaps(CacheRegistry* registry, std::size_t wanted_bytes)
    : bitmaps_(registry, "class_bitmaps", wanted_bytes, kFewBlocks) {}

std::shared_ptr<const ClassBitmap> ClassBitmaps::get(const Generation& generation, View view, Permutation permutation,
                                                     const QuadPrefix& prefix, const std::function<void()>& look) {
  const auto blocks = [&] {
    std::uint64_t count = 0;
    for (const RowRange& rows : find_rows(generation, permutation, prefix)) count += rows.size();
    return count / kBlockRows + 1;
  };
  const auto make_it = [&](const MakeRoom& make_room) {
    return make(generation, view, permutation, prefix, make_room, look);
  };
  return bitmaps_.get(key_of(view, permutation, prefix), blocks, make_it);
}

void ClassBitmaps::spend(View view, Permutation permutation, const QuadPrefix& prefix, std::uint64_t blocks) {
  bitmaps_.spend(key_of(view, permutation, prefix), blocks);
}

}  // namespace quadrille
