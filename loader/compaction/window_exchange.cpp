#include "loader/compaction/window_exchange.hpp"

#include <string>
#include <utility>

#include "loader/compaction/rebuild_work.hpp"

namespace quadrille {

namespace {

constexpr int kOldTerms = 0, kInsertedTerms = 1, kSlots = 2;  // the blocks for a member

}  // namespace

WindowExchange::WindowExchange(ShardedWork& work, const Vocabulary& vocabulary, std::vector<KindRanges> held,
                               const Renumbering::RankMaps& ranks, const InsertedTerms& inserted,
                               const VocabularyWindows& windows, pgas::QueryArena& arena)
    : work_(work),
      vocabulary_(vocabulary),
      ranks_(ranks),
      inserted_(inserted),
      windows_(windows),
      arena_(arena),
      own_ranks_(std::move(held)),
      outgoing_(arena.make_span<pgas::Block>(static_cast<std::size_t>(work.team().size() * kSlots))) {}

// Of a member's parts, in sequence.
std::optional<VocabularyWindow> WindowExchange::window_of(int member, std::uint64_t round) const {
  const std::uint64_t part = work_.first_shard(member) + round / windows_.per_part();
  if (part >= work_.first_shard(member + 1)) return std::nullopt;
  return windows_.window(static_cast<std::uint32_t>(part), round % windows_.per_part());
}

// Packs the old terms of this image's own parts.
void WindowExchange::pack_old_terms(const VocabularyWindow& window, PackedBytes& packed) {
  TermPacker packer(packed);
  std::string text;
  std::uint64_t taken = 0;
  for (std::size_t number = 0; number < kHuriKinds; ++number) {
    const auto kind = static_cast<HuriKind>(number);
    const RankRange mine =
        common(window.old_ranks[number], own_ranks_[static_cast<std::size_t>(work_.team().rank())][number]);
    vocabulary_.for_each(kind, mine, buffer_, [&](std::uint64_t rank, std::string_view key) {
      if (++taken % kPulseTerms == 0) work_.pulse(0);
      if (!ranks_[number].keeps(rank)) return;
      text.assign(1, static_cast<char>(kind)).append(key);
      packer.add(text);
    });
  }
  packer.finish();
}

// The inserted terms that this image owns: a window has consecutive ones.
std::span<const SortedTerm> WindowExchange::own_insertions(const VocabularyWindow& window) const {
  const auto rank = static_cast<std::size_t>(work_.team().rank());
  const KindCounts &first = inserted_.first[rank], &end = inserted_.first[rank + 1];
  std::uint64_t before = 0, count = 0;
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    const RankRange asked = common(window.insertions[kind], {first[kind], end[kind]});
    if (count == 0) before += (asked.empty() ? end[kind] : asked.first) - first[kind];
    count += asked.end - asked.first;
  }
  return count == 0 ? std::span<const SortedTerm>() : inserted_.own.subspan(before, count);
}

void WindowExchange::fill_outgoing(std::uint64_t round) {
  packed_.emplace(&arena_);
  std::vector<std::size_t> ends;
  pgas::Team& team = work_.team();
  for (int member = 0; member < team.size(); ++member) {
    const auto window = team.in_my_group(member) ? std::nullopt : window_of(member, round);
    if (window) pack_old_terms(*window, *packed_);
    ends.push_back(packed_->size());
    if (window) pack_terms(own_insertions(*window), *packed_);
    ends.push_back(packed_->size());
  }
  std::size_t begin = 0;
  for (std::size_t block = 0; block < ends.size(); ++block) {
    outgoing_[block] = pgas::Block(*packed_).subspan(begin, ends[block] - begin);
    begin = ends[block];
  }
  for (int member = team.group_begin(team.group()); member < team.group_end(team.group()); ++member) {
    const auto window = window_of(member, round);
    if (window)
      outgoing_[static_cast<std::size_t>(member * kSlots + kInsertedTerms)] = std::as_bytes(own_insertions(*window));
  }
}

std::optional<VocabularyWindow> WindowExchange::fetch(std::uint64_t round) {
  fill_outgoing(round);
  view_.emplace(work_.team(), outgoing_, kSlots);
  unpacked_.emplace(work_.heap());
  old_.assign(static_cast<std::size_t>(work_.team().size()), {});
  incoming_.clear();
  const auto window = window_of(work_.team().rank(), round);
  for (int member = 0; member < work_.team().size() && window; ++member) {
    const bool is_near = work_.team().in_my_group(member);
    if (!is_near)
      old_[static_cast<std::size_t>(member)].terms = unpack_terms(view_->from(member, kOldTerms), *unpacked_);
    const auto insertions = is_near ? view_->from_as<SortedTerm>(member, kInsertedTerms)
                                    : unpack_terms(view_->from(member, kInsertedTerms), *unpacked_);
    incoming_.insert(incoming_.end(), insertions.begin(), insertions.end());
    work_.pulse(0);
  }
  return window;
}

void WindowExchange::release() {
  view_->finish();
  view_.reset();
  packed_.reset();
  unpacked_.reset();
}

}  // namespace quadrille
