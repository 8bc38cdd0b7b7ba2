#pragma once

// The terms born in updates that are not in the base's vocabulary, for one generation: every image of the job has a
// table (delta_terms.hpp), and this is what one process sees of them all.
//
//   payload of a delta HURI (59 bits)     | 0 : 1 | image : 16 | number : 42 |      query_terms.hpp
//
// V1  Equal term, equal HURI over all images: owner_of(term), by hash, is the one image whose table may have it.
// V2  A term of the base is never here: who interns has asked the base first (delta_interner.hpp). So a delta HURI
// tells
//     its term from all stable ones and from all other delta HURIs; only a query's own terms may be equal to one.
// V3  Delta HURIs have no order: order is by text.
// V4  Tables of other groups cannot be read here (is_here() is false): their owners are asked (term_exchange.hpp).
//
// What a query finds must not hang on the moment at which each of its images looks, while updates go on: it looks
// through a DeltaView, which ends each table where it ended when the query began, the same on all its images. Reading a
// HURI needs no view.
//
// Local but for the constructor; const functions from any thread, intern() from the owner's one update lane.

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "dictionary/delta_terms.hpp"
#include "pgas/team.hpp"

namespace quadrille {

class DeltaVocabulary {
 public:
  // Collective over a team of all images of the job; empty tables. `memory` lies in this image's shared heap (a
  // QueryArena of the generation's own) and must live until no image of the group reads any more.
  DeltaVocabulary(pgas::Team& team, std::pmr::memory_resource& memory);

  int images() const { return static_cast<int>(tables_.size()); }
  ImageId image() const { return image_; }  // this one
  ImageId owner_of(TermView term) const { return owner_of_hash(delta_hash(term)); }

  // Whether the table of the image, or of a delta HURI's image, lies in this group.
  bool is_here(ImageId image) const { return tables_[static_cast<std::size_t>(index(image))] != nullptr; }
  bool is_here(Huri huri) const;
  // The term of a delta HURI that is here; views that live as long as the vocabulary.
  TermView term(Huri huri) const;
  // Terms of an image whose table is here.
  std::uint64_t size(ImageId image) const { return table(image).size(); }
  // The HURI of a term whose owner is here; kUnbound if it has none, is inline or a blank node.
  Huri find(TermView term) const;

  // Update lane. The HURI of a term that this image owns, that the base does not have, and that is neither inline nor a
  // blank node. Throws Error(memory), with nothing added.
  Huri intern(TermView term);
  std::uint64_t bytes() const { return mine_->bytes(); }  // of this image's table

 private:
  friend class DeltaView;
  ImageId owner_of_hash(std::uint64_t hash) const;
  const DeltaTermTable& table(ImageId image) const { return *tables_[static_cast<std::size_t>(index(image))]; }

  ImageId image_;
  std::unique_ptr<DeltaTerms> mine_;
  std::vector<const DeltaTermTable*> tables_;  // by image; null in other groups
};

// The delta vocabulary as it was when a query began.
class DeltaView {
 public:
  DeltaView() = default;  // nothing
  // sizes: by image, the same on all images of the query.
  DeltaView(const DeltaVocabulary& vocabulary, std::vector<std::uint64_t> sizes);

  // No term at all, of any image.
  bool empty() const { return vocabulary_ == nullptr; }
  // Of what follows, only if not empty().
  ImageId owner_of(TermView term) const { return vocabulary_->owner_of(term); }
  bool is_here(ImageId image) const { return vocabulary_->is_here(image); }
  // The HURI of a term whose owner is here; kUnbound if it was not there yet, or is inline or a blank node.
  Huri find(TermView term) const;

 private:
  const DeltaVocabulary* vocabulary_ = nullptr;
  std::vector<std::uint64_t> sizes_;
};

}  // namespace quadrille
