#include "quadstore/equal_terms.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace quadrille {

namespace {

// More changed terms become part of a new table.
constexpr std::size_t kFewChanged = 1024, kPartOfBase = 64;

bool is_same_term(const EqualTerms::Member& a, const EqualTerms::Member& b) {
  return a.term == b.term;
}

}  // namespace

EqualTerms::Table::Table(std::vector<Member> members) : terms(std::move(members)) {
  constexpr std::size_t kBitsOfMember = 16;
  if (terms.empty()) return;
  std::sort(terms.begin(), terms.end());
  by_class = terms;
  // The order of terms stays within a class, but for its representative.
  std::stable_sort(by_class.begin(), by_class.end(), [](const Member& a, const Member& b) {
    if (a.representative != b.representative) return a.representative < b.representative;
    return a.term == a.representative && b.term != b.representative;
  });
  auto kept = by_class.begin();
  for (auto first = by_class.begin(); first != by_class.end();) {
    const auto end = std::find_if(first, by_class.end(),
                                  [&](const Member& its) { return its.representative != first->representative; });
    if (end - first > 1) kept = std::move(first, end, kept);
    first = end;
  }
  by_class.erase(kept, by_class.end());
  const std::uint64_t bits = std::bit_ceil(std::max<std::size_t>(terms.size() * kBitsOfMember, 64));
  shift = 64 - std::countr_zero(bits);
  filter.resize(bits / 64);
  for (const Member& its : terms) {
    const std::uint64_t bit = hash(its.term) >> shift;
    filter[bit / 64] |= std::uint64_t{1} << (bit % 64);
    has_literals = has_literals || its.term.is_only_object();
  }
}

const EqualTerms::Member* EqualTerms::Table::find(Huri term) const {
  const auto place = std::lower_bound(terms.begin(), terms.end(), Member{term, kUnbound});
  return place != terms.end() && place->term == term ? &*place : nullptr;
}

std::span<const EqualTerms::Member> EqualTerms::Table::find_members(Huri representative) const {
  const auto range = std::ranges::equal_range(by_class, representative, {}, &Member::representative);
  return {range.begin(), range.end()};
}

EqualTerms::EqualTerms(Huri same_as, std::vector<Member> members)
    : same_as_(same_as), base_(std::make_shared<const Table>(std::move(members))), size_(base_->by_class.size()) {}

EqualTerms EqualTerms::with(Huri same_as, std::vector<Member> members) const {
  EqualTerms after = *this;
  if (after.same_as_.is_unbound()) after.same_as_ = same_as;
  // Of two entries for a term the new one comes first.
  members.insert(members.end(), changed_.terms.begin(), changed_.terms.end());
  std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.term < b.term; });
  members.erase(std::unique(members.begin(), members.end(), is_same_term), members.end());
  after.changed_ = Table(std::move(members));
  if (base_ != nullptr) {
    const auto is_hidden = [&](const Member& its) { return base_->find(its.term) != nullptr; };
    const auto& changed = after.changed_.terms;
    after.size_ =
        base_->by_class.size() - static_cast<std::size_t>(std::count_if(changed.begin(), changed.end(), is_hidden));
  } else {
    after.size_ = 0;
  }
  after.size_ += after.changed_.by_class.size();
  const std::size_t of_base = base_ != nullptr ? base_->terms.size() : 0;
  return after.changed_.terms.size() > kFewChanged + of_base / kPartOfBase ? EqualTerms(after.same_as_, after.all())
                                                                           : after;
}

std::vector<EqualTerms::Member> EqualTerms::all() const {
  std::vector<Member> all;
  if (base_ != nullptr)
    std::copy_if(base_->by_class.begin(), base_->by_class.end(), std::back_inserter(all), [this](const Member& its) {
      return !changed_.may_have(its.term) || changed_.find(its.term) == nullptr;
    });
  all.insert(all.end(), changed_.by_class.begin(), changed_.by_class.end());
  return all;
}

bool EqualTerms::operator==(const EqualTerms& other) const {
  if (base_ == other.base_ && changed_.terms == other.changed_.terms) return true;
  std::vector<Member> mine = all(), its = other.all();
  std::sort(mine.begin(), mine.end());
  std::sort(its.begin(), its.end());
  return mine == its;
}

bool represents_before(Huri a, Huri b) {
  const auto rank = [](Huri term) { return term.is_iri() ? 0 : term.is_blank() ? 1 : 2; };
  return std::pair(rank(a), a) < std::pair(rank(b), b);
}

}  // namespace quadrille
