#include "server/algorithms/term_order.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory_resource>
#include <string>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/volatile_huri.hpp"

namespace quadrille::server {

namespace {

constexpr std::uint64_t kNoRank = ~std::uint64_t{0};

bool has_rank(Huri term) {
  return in_vocabulary(term.kind());
}

bool is_new_term(Huri term) {
  return term.is_volatile() && has_rank(term);
}

Huri joined(HuriKind kind, std::uint64_t rank, int bits, std::uint64_t place) {
  return Huri::make(kind, rank << bits | place);
}

// Those of all images, ascending.
std::vector<Huri> united(query::Context& context, std::vector<Huri> mine) {
  sort_different(mine);
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(Huri));
  std::vector<Huri> all;
  for (const std::string& theirs : context.team.all_gather_bytes(bytes)) {
    const std::size_t before = all.size();
    all.resize(before + theirs.size() / sizeof(Huri));
    copy_bytes(all.data() + before, theirs.data(), theirs.size());
  }
  sort_different(all);
  return all;
}

}  // namespace

void NewTerms::add(std::span<const Huri> terms) {
  for (const Huri term : terms) {
    if (!is_new_term(term)) continue;
    if (terms_.size() == terms_.capacity()) sort_different(terms_);
    terms_.push_back(term);
  }
}

TermOrder::TermOrder(query::Context& context, NewTerms new_terms) {
  std::vector<Huri> mine = new_terms.take();
  if (!context.team.any(!mine.empty())) return;
  terms_ = united(context, std::move(mine));
  sort_by_terms(context);
}

TermOrder::TermOrder(const Parts& parts)
    : bits_(parts.bits), terms_(parts.terms.begin(), parts.terms.end()), keys_(parts.keys.begin(), parts.keys.end()) {
  for (std::size_t place = 0; place < terms_.size(); ++place) key_of_.emplace(terms_[place], keys_[place]);
}

bool TermOrder::has_query_terms() const {
  return std::any_of(terms_.begin(), terms_.end(), is_query_term);
}

// Collective. Sorts the new terms, and makes their keys.
void TermOrder::sort_by_terms(query::Context& context) {
  FetchedTerms fetched(context.arena);
  if (!context.dictionary.is_all_here()) {
    context.dictionary.fetch(terms_, fetched, FetchedTerms::Lifetime::batch);
    context.dictionary.look_in(fetched);
  }
  std::pmr::monotonic_buffer_resource texts;
  std::vector<TermView> views(terms_.size());
  context.dictionary.read(terms_, views, texts);
  std::vector<std::pair<std::string, Huri>> sorted(terms_.size());
  for (std::size_t place = 0; place < terms_.size(); ++place) {
    const Huri term = terms_[place];
    sorted[place].first.push_back(static_cast<char>(term.kind()));
    append_key(sorted[place].first, term.kind(), views[place]);
    sorted[place].second = term;
  }
  context.dictionary.forget(fetched);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> texts_of;
  for (std::size_t place = 0; place < sorted.size(); ++place) {
    terms_[place] = sorted[place].second;
    texts_of.push_back(std::move(sorted[place].first));
  }
  const std::vector<std::uint64_t> ranks = ranks_after(context, texts_of);
  std::vector<std::uint64_t> places(ranks.size(), 0);
  std::uint64_t most = 0;
  for (std::size_t place = 1; place < ranks.size(); ++place) {
    const bool follows = ranks[place] == ranks[place - 1] && terms_[place].kind() == terms_[place - 1].kind();
    if (follows) places[place] = places[place - 1] + 1;
    most = std::max(most, places[place]);
  }
  bits_ = std::bit_width(most + 1);
  for (std::size_t place = 0; place < ranks.size(); ++place) {
    keys_.push_back(joined(terms_[place].kind(), ranks[place], bits_, places[place]));
    key_of_.emplace(terms_[place], keys_.back());
  }
}

// Collective. For each key, behind its kind, the rank of the first term of the base after it. If groups have parts of
// the vocabulary, the first of all parts.
std::vector<std::uint64_t> TermOrder::ranks_after(query::Context& context, std::span<const std::string> keys) const {
  const Vocabulary& vocabulary = context.dictionary.vocabulary();
  KeyBuffer buffer;
  std::vector<std::uint64_t> ranks, ends;
  for (const std::string& key : keys) {
    const auto kind = static_cast<HuriKind>(key.front());
    const std::uint64_t rank = vocabulary.lower_bound(kind, std::string_view(key).substr(1), buffer);
    ends.push_back(vocabulary.end_rank(kind));
    ranks.push_back(rank < ends.back() ? rank : kNoRank);
  }
  if (context.dictionary.is_spread()) {
    const auto combine = [&](std::vector<std::uint64_t>& mine, auto&& better) {
      const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(mine.front()));
      for (const std::string& theirs : context.team.all_gather_bytes(bytes)) {
        for (std::size_t place = 0; place < mine.size(); ++place) {
          std::uint64_t value = 0;
          std::memcpy(&value, theirs.data() + place * sizeof value, sizeof value);
          mine[place] = better(mine[place], value);
        }
      }
    };
    combine(ranks, [](std::uint64_t a, std::uint64_t b) { return std::min(a, b); });
    combine(ends, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  }
  for (std::size_t place = 0; place < ranks.size(); ++place) {
    if (ranks[place] == kNoRank) ranks[place] = ends[place];
    if (std::bit_width(ranks[place]) + std::bit_width(keys.size()) > Huri::kPayloadBits) {
      fail(ErrorKind::unsupported, "more vertices than ids: {} new terms", keys.size());
    }
  }
  return ranks;
}

Huri TermOrder::key_of(Huri term) const {
  if (is_plain() || !has_rank(term)) return term;
  if (!term.is_volatile()) return joined(term.kind(), term.payload(), bits_, (std::uint64_t{1} << bits_) - 1);
  const auto found = key_of_.find(term);
  return found == key_of_.end() ? term : found->second;
}

Huri TermOrder::term_of(Huri key) const {
  if (is_plain() || !has_rank(key)) return key;
  const std::uint64_t last = (std::uint64_t{1} << bits_) - 1;
  if ((key.payload() & last) == last) return Huri::make(key.kind(), key.payload() >> bits_);
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), key);
  return terms_[static_cast<std::size_t>(found - keys_.begin())];
}

void TermOrder::to_keys(std::span<Huri> terms) const {
  if (is_plain()) return;
  for (Huri& term : terms) term = key_of(term);
}

}  // namespace quadrille::server
