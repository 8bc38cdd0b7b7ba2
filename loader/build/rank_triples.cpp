#include "loader/build/rank_triples.hpp"

#include <algorithm>
#include <numeric>

#include "base/triple_term.hpp"
#include "pgas/exchange.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

static_assert(kMostNestedTriples < 256, "a depth is a byte");

template <class Of>
std::vector<pgas::Block> blocks(int members, const Of& of) {
  std::vector<pgas::Block> all;
  for (int member = 0; member < members; ++member) all.push_back(std::as_bytes(of(member)));
  return all;
}

}  // namespace

// Rows by the member that owns their shard.
struct TripleNumbering::Sent {
  std::vector<std::uint64_t> starts;
  std::span<TripleRow> rows;
  std::span<std::uint64_t> numbers;  // of the rows

  Sent(ShardedWork& work, std::span<const TripleRow> all, pgas::QueryArena& arena)
      : starts(static_cast<std::size_t>(work.team().size()) + 1),
        rows(arena.make_span<TripleRow>(all.size())),
        numbers(arena.make_span<std::uint64_t>(all.size())) {
    const auto owner = [&](const TripleRow& row) {
      return static_cast<std::size_t>(work.member_of_shard(index(shard_of(row[0], work.shards()))));
    };
    for (const TripleRow& row : all) ++starts[owner(row) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint64_t> next = starts;
    for (std::uint64_t number = 0; number < all.size(); ++number) {
      const std::uint64_t at = next[owner(all[number])]++;
      rows[at] = all[number];
      numbers[at] = number;
    }
  }

  template <class T>
  std::span<const T> of(int member, std::span<T> all) const {
    const std::uint64_t begin = starts[static_cast<std::size_t>(member)];
    return all.subspan(begin, starts[static_cast<std::size_t>(member) + 1] - begin);
  }
};

// A row that a member asks for.
struct TripleNumbering::Asked {
  std::uint32_t shard;
  TripleRow row;
  Huri* answer;
};

TripleNumbering::TripleNumbering(ShardedWork& work)
    : work_(work), arena_(work.heap()), next_(work.end_shard() - work.first_shard()) {}

void TripleNumbering::number(std::span<const TripleRow> rows, std::span<Huri> out) {
  pgas::Team& team = work_.team();
  const int members = team.size();
  pgas::QueryArena arena(work_.heap());
  const Sent sent(work_, rows, arena);
  const pgas::Blocks received =
      pgas::exchange(team, arena, blocks(members, [&](int to) { return sent.of(to, sent.rows); }));
  std::uint64_t size = 0;
  for (int member = 0; member < members; ++member) size += received.from_as<TripleRow>(member).size();
  const std::span<Huri> answers = arena.make_span<Huri>(size);
  const std::span<Asked> asked = arena.make_span<Asked>(size);
  std::uint64_t at = 0;
  for (int member = 0; member < members; ++member) {
    for (const TripleRow& row : received.from_as<TripleRow>(member)) {
      asked[at] = {index(shard_of(row[0], work_.shards())), row, &answers[at]};
      ++at;
    }
  }
  assign(asked);
  at = 0;
  const pgas::Blocks found = pgas::exchange(team, arena, blocks(members, [&](int to) {
                                              const std::size_t count = received.from_as<TripleRow>(to).size();
                                              at += count;
                                              return std::span<const Huri>(answers).subspan(at - count, count);
                                            }));
  for (int member = 0; member < members; ++member) {
    const auto numbers = sent.of(member, sent.numbers);
    const std::span<const Huri> huris = found.from_as<Huri>(member);
    for (std::size_t i = 0; i < huris.size(); ++i) out[numbers[i]] = huris[i];
  }
  team.barrier();  // the others have read this image's blocks
}

void TripleNumbering::assign(std::span<Asked> asked) {
  std::sort(asked.begin(), asked.end(),
            [](const Asked& a, const Asked& b) { return a.shard != b.shard ? a.shard < b.shard : a.row < b.row; });
  work_.pulse(0);
  const Asked* before = nullptr;
  for (const Asked& its : asked) {
    if (before == nullptr || its.row != before->row) {
      const std::uint64_t number = next_[its.shard - work_.first_shard()]++;
      owned_.push_back({its.row[0], its.row[1], its.row[2], make_triple_huri(ShardId(its.shard), number)});
    }
    *its.answer = owned_.back()[3];
    before = &its;
  }
}

void TripleRanks::add_rows(std::span<const Huri> huris, std::span<const TripleRow> rows) {
  const auto huri_of = [&](Huri word) { return is_provisional(word) ? huris[id_of(word)] : word; };
  for (const auto& [subject, predicate, object] : rows) {
    const bool nests = is_triple_word(object);
    const std::uint64_t inner = nests ? first_.back() + id_of(object) : 0;
    rows_.push_back({huri_of(subject), huri_of(predicate), nests ? triple_word(inner) : huri_of(object)});
    depth_.push_back(static_cast<std::uint8_t>(nests ? depth_[inner] + 1 : 1));
  }
  work_.pulse(0);
}

void TripleRanks::rank() {
  pgas::Team& team = work_.team();
  const std::uint8_t deepest = depth_.empty() ? 0 : *std::max_element(depth_.begin(), depth_.end());
  const std::uint64_t last = team.max(std::uint64_t{deepest});
  if (last == 0) return;
  huris_.resize(rows_.size());
  numbering_.emplace(work_);
  for (std::uint64_t depth = 1; depth <= last; ++depth) rank_depth(static_cast<std::uint8_t>(depth));
  total_ = team.sum(std::uint64_t{numbering_->owned().size()});
}

void TripleRanks::rank_depth(std::uint8_t depth) {
  pgas::QueryArena arena(work_.heap());
  const auto count = static_cast<std::size_t>(std::count(depth_.begin(), depth_.end(), depth));
  const std::span<TripleRow> rows = arena.make_span<TripleRow>(count);
  const std::span<std::uint64_t> numbers = arena.make_span<std::uint64_t>(count);
  const std::span<Huri> huris = arena.make_span<Huri>(count);
  std::size_t at = 0;
  for (std::uint64_t number = 0; number < rows_.size(); ++number) {
    if (depth_[number] != depth) continue;
    rows[at] = rows_[number];
    if (is_triple_word(rows[at][2])) rows[at][2] = huris_[id_of(rows[at][2])];
    numbers[at++] = number;
  }
  numbering_->number(rows, huris);
  for (std::size_t i = 0; i < count; ++i) huris_[numbers[i]] = huris[i];
}

}  // namespace quadrille
