#include "dictionary/delta_vocabulary.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/query_terms.hpp"

namespace quadrille {

DeltaVocabulary::DeltaVocabulary(pgas::Team& team, std::pmr::memory_resource& memory)
    : image_(team.image(team.rank())),
      mine_(std::make_unique<DeltaTerms>(memory, image_)),
      tables_(static_cast<std::size_t>(team.size()), nullptr) {
  const std::vector<const DeltaTermTable*> told = team.all_gather(mine_->table());
  for (int member = 0; member < team.size(); ++member) {
    const auto image = static_cast<std::size_t>(index(team.image(member)));
    QUADRILLE_ASSERT(image < tables_.size(), "all images of the job make the delta vocabulary together");
    if (team.in_my_group(member)) tables_[image] = told[static_cast<std::size_t>(member)];
  }
}

// By the upper bits, since the lower ones choose the slot in the owner's table.
ImageId DeltaVocabulary::owner_of_hash(std::uint64_t hash) const {
  return ImageId{static_cast<std::int32_t>((hash >> 32) * tables_.size() >> 32)};
}

bool DeltaVocabulary::is_here(Huri huri) const {
  return is_delta_term(huri) && index(volatile_image(huri)) < images() && is_here(volatile_image(huri));
}

TermView DeltaVocabulary::term(Huri huri) const {
  QUADRILLE_ASSERT(is_here(huri), "V4: a group of images that has the table is asked for its terms");
  const DeltaTermTable& of_owner = table(volatile_image(huri));
  QUADRILLE_ASSERT(volatile_index(huri) < of_owner.size(), "D1: a delta HURI has its term");
  return of_owner.at(volatile_index(huri)).term;
}

Huri DeltaVocabulary::find(TermView term) const {
  if (term.kind == TermKind::blank) return kUnbound;
  const std::uint64_t hash = delta_hash(term);
  const ImageId owner = owner_of_hash(hash);
  QUADRILLE_ASSERT(is_here(owner), "V4: a term's owner is asked for its HURI");
  const auto number = table(owner).find(term, hash);
  if (!number || *number >= table(owner).size()) return kUnbound;  // the latter is being added now
  const auto image = static_cast<std::uint64_t>(static_cast<std::uint16_t>(owner));
  return Huri::make_volatile(table(owner).at(*number).kind, image << kVolatileIndexBits | *number);
}

Huri DeltaVocabulary::intern(TermView term) {
  const std::uint64_t hash = delta_hash(term);
  QUADRILLE_ASSERT(owner_of_hash(hash) == image_, "V1: a term is interned by its owner");
  return mine_->intern(term, place_of(term).kind, hash);
}

DeltaView::DeltaView(const DeltaVocabulary& vocabulary, std::vector<std::uint64_t> sizes) : sizes_(std::move(sizes)) {
  QUADRILLE_ASSERT(static_cast<int>(sizes_.size()) == vocabulary.images(), "the view knows the size of every table");
  const bool any = std::any_of(sizes_.begin(), sizes_.end(), [](std::uint64_t size) { return size > 0; });
  if (any) vocabulary_ = &vocabulary;
}

Huri DeltaView::find(TermView term) const {
  const Huri huri = vocabulary_->find(term);
  if (huri.is_unbound()) return huri;
  const auto image = static_cast<std::size_t>(index(volatile_image(huri)));
  return volatile_index(huri) < sizes_[image] ? huri : kUnbound;
}

}  // namespace quadrille
