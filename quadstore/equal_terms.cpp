#include "quadstore/equal_terms.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace quadrille {

EqualTerms::EqualTerms(Huri same_as, std::vector<Member> members) : same_as_(same_as), terms_(std::move(members)) {
  constexpr std::size_t kBitsOfMember = 16;
  if (terms_.empty()) return;
  std::sort(terms_.begin(), terms_.end());
  by_class_ = terms_;
  // The order of terms stays within a class, but for its representative.
  std::stable_sort(by_class_.begin(), by_class_.end(), [](const Member& a, const Member& b) {
    if (a.representative != b.representative) return a.representative < b.representative;
    return a.term == a.representative && b.term != b.representative;
  });
  const std::uint64_t bits = std::bit_ceil(std::max<std::size_t>(terms_.size() * kBitsOfMember, 64));
  shift_ = 64 - std::countr_zero(bits);
  filter_.resize(bits / 64);
  for (const Member& its : terms_) {
    const std::uint64_t bit = hash(its.term) >> shift_;
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    has_literals_ = has_literals_ || its.term.is_literal();
  }
}

Huri EqualTerms::find(Huri term) const {
  const auto place = std::lower_bound(terms_.begin(), terms_.end(), Member{term, kUnbound});
  return place != terms_.end() && place->term == term ? place->representative : term;
}

std::span<const EqualTerms::Member> EqualTerms::find_members(Huri representative) const {
  const auto range = std::ranges::equal_range(by_class_, representative, {}, &Member::representative);
  return {range.begin(), range.end()};
}

bool represents_before(Huri a, Huri b) {
  const auto rank = [](Huri term) { return term.is_iri() ? 0 : term.is_blank() ? 1 : 2; };
  return std::pair(rank(a), a) < std::pair(rank(b), b);
}

}  // namespace quadrille
