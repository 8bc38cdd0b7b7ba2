#include "dictionary/vocabulary.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/sort_stretches.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"

namespace quadrille {

Vocabulary::Vocabulary(std::vector<VocabularyView> parts) : parts_(std::move(parts)) {
  if (parts_.empty()) return;
  for (std::size_t i = 0; i < kHuriKinds; ++i) {
    const auto kind = static_cast<HuriKind>(i);
    ranks_[i] = {parts_.front().first_rank(kind), parts_.front().first_rank(kind)};
    for (const VocabularyView& part : parts_) {
      if (part.first_rank(kind) != ranks_[i].end) {
        fail(ErrorKind::io,
             "vocabulary parts are not consecutive: kind {} ends at rank {}, its next part begins at {}; restore the "
             "files "
             "from a copy",
             i, ranks_[i].end, part.first_rank(kind));
      }
      ranks_[i].end = part.end_rank(kind);
    }
  }
}

const VocabularyView& Vocabulary::part_of_rank(HuriKind kind, std::uint64_t rank) const {
  QUADRILLE_ASSERT(holds(kind, rank), "a stable HURI's rank is one of its vocabulary");
  return *std::partition_point(parts_.begin(), parts_.end(),
                               [&](const VocabularyView& part) { return part.end_rank(kind) <= rank; });
}

// The last part whose smallest key of the kind is not above the key, or else the first that has keys of the kind.
const VocabularyView* Vocabulary::part_of_key(HuriKind kind, std::string_view key) const {
  const VocabularyView* not_above = nullptr;
  const VocabularyView* above = nullptr;
  std::size_t first = 0;
  std::size_t end = parts_.size();
  while (first < end) {
    const std::size_t middle = first + (end - first) / 2;
    std::size_t with_keys = middle;  // parts without the kind have no key to compare: go left to one that has
    while (with_keys > first && parts_[with_keys].count(kind) == 0) --with_keys;
    const VocabularyView& part = parts_[with_keys];
    if (part.count(kind) == 0) {
      first = middle + 1;
    } else if (part.smallest_key(kind) <= key) {
      not_above = &part;
      first = middle + 1;
    } else {
      above = &part;
      end = with_keys;
    }
  }
  return not_above != nullptr ? not_above : above;
}

std::string_view Vocabulary::key(HuriKind kind, std::uint64_t rank, KeyBuffer& buffer) const {
  return part_of_rank(kind, rank).key(kind, rank, buffer);
}

std::optional<std::uint64_t> Vocabulary::find(HuriKind kind, std::string_view key, KeyBuffer& buffer) const {
  const VocabularyView* part = part_of_key(kind, key);
  if (part == nullptr) return std::nullopt;
  return part->find(kind, key, buffer);
}

std::uint64_t Vocabulary::lower_bound(HuriKind kind, std::string_view key, KeyBuffer& buffer) const {
  const VocabularyView* part = part_of_key(kind, key);
  return part == nullptr ? end_rank(kind) : part->lower_bound(kind, key, buffer);
}

// The last byte that can grow, grown.
std::string first_above_prefix(std::string_view prefix) {
  std::string above(prefix);
  while (!above.empty() && above.back() == '\xff') above.pop_back();
  if (!above.empty()) above.back() = static_cast<char>(above.back() + 1);
  return above;
}

RankRange Vocabulary::prefix_range(HuriKind kind, std::string_view prefix, KeyBuffer& buffer) const {
  const std::string above = first_above_prefix(prefix);
  const std::uint64_t first = lower_bound(kind, prefix, buffer);
  return {first, above.empty() ? end_rank(kind) : lower_bound(kind, above, buffer)};
}

void Vocabulary::append_ranges(const ValueRanges& ranges, KeyBuffer& buffer, std::vector<HuriRange>& out) const {
  for (const KeyRange& keys : ranges.keys) {
    const std::uint64_t first = lower_bound(ranges.kind, keys.first, buffer);
    const std::uint64_t end = lower_bound(ranges.kind, keys.end, buffer);
    if (first < end) out.push_back({Huri::make(ranges.kind, first), Huri::make(ranges.kind, end - 1), keys.exact});
  }
}

namespace {

struct Wanted {
  Huri huri;
  std::size_t at;  // in the caller's arrays
};

TermView keep(TermView term, TextArena& arena) {
  term.text = arena.keep(term.text);
  const Datatype known = datatype_of(term.datatype);
  term.datatype = known == Datatype::other ? arena.keep(term.datatype) : datatype_iri(known);
  term.language = arena.keep(term.language);
  return term;
}

}  // namespace

void Vocabulary::terms(std::span<const Huri> huris, KeyBuffer& buffer, TextArena& arena,
                       std::span<TermView> out) const {
  QUADRILLE_ASSERT(huris.size() == out.size(), "one term for each HURI");
  std::vector<Wanted> wanted;
  wanted.reserve(huris.size());
  for (std::size_t i = 0; i < huris.size(); ++i) {
    const Huri huri = huris[i];
    if (!huri.is_volatile() && in_vocabulary(huri.kind()) && holds(huri.kind(), huri.payload())) {
      wanted.push_back({huri, i});
    }
  }
  const auto before = [](const Wanted& a, const Wanted& b) { return a.huri < b.huri; };
  sort_stretches(wanted.begin(), wanted.end(), before);

  std::vector<Huri> sorted(wanted.size());
  std::transform(wanted.begin(), wanted.end(), sorted.begin(), [](const Wanted& one) { return one.huri; });
  keys(sorted, buffer, [&](std::size_t i, std::string_view key) {
    const bool repeated = i > 0 && sorted[i] == sorted[i - 1];
    out[wanted[i].at] = repeated ? out[wanted[i - 1].at] : keep(from_key(sorted[i].kind(), key), arena);
  });
}

void Vocabulary::huris(std::span<const TermView> terms, KeyBuffer& buffer, std::span<Huri> out) const {
  QUADRILLE_ASSERT(terms.size() == out.size(), "one HURI for each term");
  struct Sought {
    HuriKind kind;
    std::string_view key;
    std::size_t at;
  };
  std::vector<Sought> sought;
  TextArena keys;
  std::string key;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const TermPlace place = place_of(terms[i]);
    out[i] = place.inlined.value_or(kUnbound);
    if (!in_vocabulary(place.kind)) continue;
    const std::string_view view = key_of(place.kind, terms[i], key);
    sought.push_back({place.kind, view.data() == key.data() ? keys.keep(view) : view, i});
  }
  // Sorted, so that neighbours fall into the same blocks while those are in the cache.
  const auto same = [](const Sought& a, const Sought& b) { return a.kind == b.kind && a.key == b.key; };
  std::sort(sought.begin(), sought.end(),
            [](const Sought& a, const Sought& b) { return a.kind != b.kind ? a.kind < b.kind : a.key < b.key; });
  for (std::size_t i = 0; i < sought.size(); ++i) {
    if (i > 0 && same(sought[i], sought[i - 1])) {
      out[sought[i].at] = out[sought[i - 1].at];
    } else if (const auto rank = find(sought[i].kind, sought[i].key, buffer)) {
      out[sought[i].at] = Huri::make(sought[i].kind, *rank);
    }
  }
}

}  // namespace quadrille
