#include "loader/compaction/inserted_terms.hpp"

#include <algorithm>
#include <string>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "dictionary/term_key.hpp"
#include "loader/build/shared_list.hpp"
#include "loader/compaction/insertion_points.hpp"
#include "loader/compaction/rebuild_work.hpp"

namespace quadrille {

namespace {

unsigned char* make_record(pgas::QueryArena& arena, std::size_t key_bytes) {
  return arena.make_span<unsigned char>(TermRecord::size_bytes(key_bytes)).data();
}

// Makes records of this image's used terms, with consecutive ids.
std::vector<SortedTerm> used_records(ShardedWork& work, const BornTerms& born, const UsedTerms& used,
                                     pgas::QueryArena& arena, std::vector<std::uint64_t>& places) {
  std::vector<SortedTerm> terms;
  std::string buffer;
  born.for_each_own([&](std::uint64_t place, const DeltaTermTable::Entry& entry) {
    if (place % kPulseTerms == 0) work.pulse(0);
    if (!used.is_used(place) || !in_vocabulary(entry.kind)) return;
    const std::string_view key = key_of(entry.kind, entry.term, buffer);
    unsigned char* const record = make_record(arena, key.size());
    TermRecord::write(record, 0, static_cast<std::uint32_t>(places.size()), entry.kind, key);
    terms.push_back({0, record});
    places.push_back(place);
  });
  if (places.size() > most_terms) {
    fail(ErrorKind::unsupported, "one image has {} new terms, more than it can number; rebuild with more images",
         places.size());
  }
  return terms;
}

// Keeps the merged terms of this image's ranges.
class OwnTerms final : public RangeTaker {
 public:
  explicit OwnTerms(pgas::QueryArena& arena) : arena_(arena) {}

  void begin_range() override {}
  void add(TermRecord term) override {
    unsigned char* const record = make_record(arena_, term.key().size());
    copy_bytes(record, term.address(), term.size_bytes());
    terms_.push_back({0, record});
  }
  void end_range() override {}

  std::span<const SortedTerm> shared() const {
    const std::span<SortedTerm> terms = arena_.make_span<SortedTerm>(terms_.size());
    std::ranges::copy(terms_, terms.begin());
    return terms;
  }

 private:
  pgas::QueryArena& arena_;
  std::vector<SortedTerm> terms_;
};

std::vector<KindCounts> first_of_members(ShardedWork& work, const RankedRanges& ranked) {
  std::vector<KindCounts> first;
  for (int member = 0; member <= work.team().size(); ++member) first.push_back(ranked.first[work.first_shard(member)]);
  return first;
}

// Members own consecutive terms, each kind by kind.
std::array<std::vector<std::uint64_t>, kHuriKinds> points_of_all(pgas::Team& team, const InsertedTerms& inserted,
                                                                 const std::vector<std::uint64_t>& mine) {
  std::array<std::vector<std::uint64_t>, kHuriKinds> points;
  const auto all = gather_lists(team, mine);
  for (std::size_t member = 0; member < all.size(); ++member) {
    auto next = all[member].begin();
    for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
      const auto end =
          next + static_cast<std::ptrdiff_t>(inserted.first[member + 1][kind] - inserted.first[member][kind]);
      points[kind].insert(points[kind].end(), next, end);
      next = end;
    }
  }
  return points;
}

}  // namespace

InsertedTerms sort_inserted_terms(ShardedWork& work, const BornTerms& born, const UsedTerms& used,
                                  const Dictionary& dictionary, std::uint64_t window_terms, pgas::QueryArena& arena) {
  InsertedTerms inserted;
  std::vector<SortedTerm> sorted = used_records(work, born, used, arena, inserted.places);
  const std::span<SortedTerm> shared = arena.make_span<SortedTerm>(sorted.size());
  std::ranges::copy(sorted, shared.begin());
  sorted = {};
  const auto look = [&](std::uint64_t) { work.pulse(0); };
  sort_terms(shared, look);

  const std::span<Huri> ranks = arena.make_span<Huri>(shared.size());
  OwnTerms own(arena);
  const RankedRanges ranked = rank_pieces(work, shared, arena, ranks, own, look);
  inserted.ranks = ranks;
  inserted.own = own.shared();
  inserted.first = first_of_members(work, ranked);
  inserted.points =
      points_of_all(work.team(), inserted, find_insertion_points(work, dictionary, inserted.own, window_terms, arena));
  return inserted;
}

}  // namespace quadrille
