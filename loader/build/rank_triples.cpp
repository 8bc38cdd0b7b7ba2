#include "loader/build/rank_triples.hpp"

#include <algorithm>
#include <utility>

#include "base/triple_term.hpp"
#include "pgas/exchange.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

static_assert(kMostNestedTriples < 256, "a depth is a byte");

// The rows of one depth on their way to the owners of their shards.
class SentRows {
 public:
  SentRows(int members, std::uint64_t size, pgas::QueryArena& arena)
      : starts_(static_cast<std::size_t>(members) + 1), rows_(arena.make_span<TripleRow>(size)),
        order_(arena.make_span<std::uint64_t>(size)) {}

  // First count() for every row, then place() in the same order.
  void count(int member) { ++starts_[static_cast<std::size_t>(member) + 1]; }
  void end_count() {
    for (std::size_t member = 1; member < starts_.size(); ++member) starts_[member] += starts_[member - 1];
    next_ = starts_;
  }
  void place(int member, const TripleRow& row, std::uint64_t number) {
    const std::uint64_t at = next_[static_cast<std::size_t>(member)]++;
    rows_[at] = row;
    order_[at] = number;
  }

  std::span<const TripleRow> to(int member) const { return of_member(rows_, member); }
  // The numbers of these rows.
  std::span<const std::uint64_t> numbers(int member) const { return of_member(order_, member); }

 private:
  template <class T>
  std::span<const T> of_member(std::span<T> all, int member) const {
    const std::uint64_t begin = starts_[static_cast<std::size_t>(member)];
    return all.subspan(begin, starts_[static_cast<std::size_t>(member) + 1] - begin);
  }

  std::vector<std::uint64_t> starts_, next_;
  std::span<TripleRow> rows_;
  std::span<std::uint64_t> order_;
};

// A row that a member asks for.
struct AskedRow {
  std::uint32_t shard;
  TripleRow row;
  Huri* answer;
};

template <class Of>
std::vector<pgas::Block> blocks(int members, const Of& of) {
  std::vector<pgas::Block> all;
  for (int member = 0; member < members; ++member) all.push_back(std::as_bytes(of(member)));
  return all;
}

}  // namespace

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
  huris_.resize(rows_.size());
  next_.assign(work_.end_shard() - work_.first_shard(), 0);
  const std::uint8_t deepest = depth_.empty() ? 0 : *std::max_element(depth_.begin(), depth_.end());
  for (std::uint64_t depth = 1, last = team.max(std::uint64_t{deepest}); depth <= last; ++depth) {
    rank_depth(static_cast<std::uint8_t>(depth));
  }
  total_ = team.sum(std::uint64_t{owned_.size()});
}

void TripleRanks::rank_depth(std::uint8_t depth) {
  pgas::Team& team = work_.team();
  const int members = team.size();
  pgas::QueryArena arena(work_.heap());
  const auto shard = [&](const TripleRow& row) { return index(shard_of(row[0], work_.shards())); };
  const auto for_each_here = [&](const auto& visit) {
    for (std::uint64_t number = 0; number < rows_.size(); ++number) {
      if (depth_[number] == depth) visit(number);
    }
    work_.pulse(0);
  };

  SentRows sent(members, static_cast<std::uint64_t>(std::count(depth_.begin(), depth_.end(), depth)), arena);
  for_each_here([&](std::uint64_t number) { sent.count(work_.member_of_shard(shard(rows_[number]))); });
  sent.end_count();
  for_each_here([&](std::uint64_t number) {
    TripleRow row = rows_[number];
    if (is_triple_word(row[2])) row[2] = huris_[id_of(row[2])];
    sent.place(work_.member_of_shard(shard(row)), row, number);
  });
  const pgas::Blocks asked = pgas::exchange(team, arena, blocks(members, [&](int to) { return sent.to(to); }));

  std::uint64_t size = 0;
  for (int member = 0; member < members; ++member) size += asked.from_as<TripleRow>(member).size();
  const std::span<Huri> answers = arena.make_span<Huri>(size);
  const std::span<AskedRow> sorted = arena.make_span<AskedRow>(size);
  std::vector<std::uint64_t> starts(1);
  for (int member = 0; member < members; ++member) {
    std::uint64_t at = starts.back();
    for (const TripleRow& row : asked.from_as<TripleRow>(member)) {
      sorted[at] = {shard(row), row, &answers[at]};
      ++at;
    }
    starts.push_back(at);
  }
  std::sort(sorted.begin(), sorted.end(), [](const AskedRow& a, const AskedRow& b) {
    return a.shard != b.shard ? a.shard < b.shard : a.row < b.row;
  });
  work_.pulse(0);
  for (std::uint64_t at = 0; at < size; ++at) {
    const AskedRow& its = sorted[at];
    if (at == 0 || its.row != sorted[at - 1].row) {
      const std::uint64_t number = next_[its.shard - work_.first_shard()]++;
      owned_.push_back({its.row[0], its.row[1], its.row[2], make_triple_huri(ShardId(its.shard), number)});
    }
    *its.answer = owned_.back()[3];
  }
  const pgas::Blocks found = pgas::exchange(team, arena, blocks(members, [&](int to) {
    const auto member = static_cast<std::size_t>(to);
    return std::span<const Huri>(answers).subspan(starts[member], starts[member + 1] - starts[member]);
  }));
  for (int member = 0; member < members; ++member) {
    const std::span<const Huri> huris = found.from_as<Huri>(member);
    const std::span<const std::uint64_t> numbers = sent.numbers(member);
    for (std::size_t i = 0; i < huris.size(); ++i) huris_[numbers[i]] = huris[i];
  }
  team.barrier();  // the others have read this image's blocks
}

}  // namespace quadrille
