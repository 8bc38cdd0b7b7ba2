#include "loader/compaction/used_terms.hpp"

#include <algorithm>

#include "base/consecutive_shares.hpp"
#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kChunkWords = 1 << 16;

std::uint64_t words_for(std::uint64_t bits) {
  return (bits + 63) / 64;
}

[[noreturn]] void fail_unknown() {
  fail(ErrorKind::io, "a quad has a term that is not in the vocabulary; run 'quadrille check'");
}

}  // namespace

UsedTerms::UsedTerms(ShardedWork& work, const KindCounts& counts, const TripleTerms* triples,
                     const TriplePlaces& places, const BornPlaces& born, pgas::QueryArena& arena)
    : work_(work), counts_(counts), triples_(triples), places_(places), born_(born) {
  counts_[static_cast<std::size_t>(HuriKind::triple_term)] = places.count();
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) starts_[kind + 1] = starts_[kind] + words_for(counts_[kind]);
  words_ = arena.make_span<std::uint64_t>(starts_.back() + words_for(born.count()));
  std::fill(words_.begin(), words_.end(), 0);
  outgoing_ = arena.make_span<pgas::Block>(static_cast<std::size_t>(work.team().size()));
}

void UsedTerms::mark(std::span<const Huri> huris) {
  Huri last;  // values in columns repeat
  for (const Huri huri : huris) {
    if (huri == last) continue;
    last = huri;
    mark(huri);
  }
}

void UsedTerms::mark(Huri huri) {
  const auto kind = static_cast<std::size_t>(huri.kind());
  const bool is_triple = huri.kind() == HuriKind::triple_term && !huri.is_volatile();
  std::uint64_t start = starts_[kind], at = huri.payload();
  if (huri.is_volatile() || is_triple) {
    const auto place = is_triple ? places_.place(huri) : is_delta_term(huri) ? born_.place(huri) : std::nullopt;
    if (!place) fail_unknown();
    if (!is_triple) start = starts_.back();
    at = *place;
  } else if (!in_vocabulary(huri.kind())) {
    return;
  } else if (at >= counts_[kind]) {
    fail_unknown();
  }
  std::uint64_t& word = words_[start + at / 64];
  const std::uint64_t bit = std::uint64_t{1} << at % 64;
  if ((word & bit) != 0) return;  // most bits are set: avoids dirty cache lines
  word |= bit;
  if (!is_triple) return;
  for (const Huri component : triples_->components(huri)) mark(component);
}

// Every member unites one slice of the words, then sends it to all.
void UsedTerms::agree() {
  pgas::Team& team = work_.team();
  if (team.size() == 1) return;
  const auto slice = [&](int member) {
    const std::uint64_t begin = share_begin(member, words_.size(), team.size());
    return words_.subspan(begin, share_begin(member + 1, words_.size(), team.size()) - begin);
  };
  const std::span<std::uint64_t> mine = slice(team.rank());
  for (int member = 0; member < team.size(); ++member) {
    outgoing_[static_cast<std::size_t>(member)] = std::as_bytes(slice(member));
  }
  pgas::ExchangeView theirs(team, outgoing_);
  for (int member = 0; member < team.size(); ++member) {
    if (member == team.rank()) continue;
    const auto words = theirs.from_as<std::uint64_t>(member);
    for (std::size_t at = 0; at < words.size(); ++at) {
      mine[at] |= words[at];
      if (at % kChunkWords == 0) work_.pulse(0);
    }
  }
  theirs.finish();

  std::fill(outgoing_.begin(), outgoing_.end(), std::as_bytes(mine));
  pgas::ExchangeView united(team, outgoing_);
  for (int member = 0; member < team.size(); ++member) {
    if (member != team.rank()) std::ranges::copy(united.from_as<std::uint64_t>(member), slice(member).begin());
    work_.pulse(0);
  }
  united.finish();
}

std::span<const std::uint64_t> UsedTerms::of_kind(HuriKind kind) const {
  const auto number = static_cast<std::size_t>(kind);
  return words_.subspan(starts_[number], starts_[number + 1] - starts_[number]);
}

}  // namespace quadrille
