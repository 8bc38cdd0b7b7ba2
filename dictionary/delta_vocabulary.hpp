#pragma once

// A DeltaVocabulary holds the terms created by updates that are not in the base's vocabulary, for one generation, as
// one process sees them. Terms are divided into parts by a hash, as many as the generation has shards. Every image of
// the job has the tables of some parts (delta_terms.hpp), consecutive ones (base/consecutive_shares.hpp).
//
//   payload of a delta HURI (59 bits)     | 0 : 1 | part : 16 | number : 42 |      volatile_huri.hpp
//
//   part of a term    high half of (hash >> 32) * parts          0 .. parts-1, wherever it runs
//   image of a part   taker_of(part, parts, images)              with so many images as there are now
//
// V1  Equal terms have equal HURIs over all images: the part's table is the only one that may have the term.
// V2  A term of the base is never here: the base is searched before a term is interned (delta_interner.hpp). So the
//     term of a delta HURI differs from those of all stable and all other delta HURIs; only a query's own terms may
//     equal it.
// V3  Delta HURIs have no order: terms are ordered by text.
// V4  Images of a group read the tables of another group in the group's copy (read_from()), which may lack its newest
//     terms: the owners send their new terms to all copies before a query can meet them in quads (follow()).
// V5  A HURI does not depend on the number of images, so it may be stored in files, together with the terms of its
//     part in order of their numbers (restore(); loader/database/delta_term_files.hpp).
//
// The terms that a query finds must not depend on when each of its images looks, because updates continue. So a query
// uses a DeltaView, which ends each image's tables where they ended when the query started, the same on all its
// images: one number for each image. Reading a HURI needs no view.
//
// Local, except the constructor. Const functions may be called from any thread, intern() and restore() from the
// owner's update lane.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "base/consecutive_shares.hpp"
#include "base/ids.hpp"
#include "dictionary/delta_terms.hpp"
#include "dictionary/volatile_huri.hpp"
#include "pgas/team.hpp"

namespace quadrille {

inline constexpr std::uint32_t kMaxDeltaParts = 1u << kVolatileTableBits;
// For a generation with `shards` shards. A part and the shard of the same number have only their image in common.
constexpr std::uint32_t delta_parts(std::uint32_t shards) {
  return std::min(shards, kMaxDeltaParts);
}

class DeltaVocabulary {
 public:
  // Collective over a team of all images of the job; the tables are empty. `memory` is in this image's shared heap (a
  // QueryArena of the generation) and must live until no image of the group reads any more. parts: delta_parts() of
  // the generation's shards; may be fewer than the images.
  DeltaVocabulary(pgas::Team& team, std::pmr::memory_resource& memory, std::uint32_t parts);
  // Local. A copy of the vocabulary of a job of `images`, which this image keeps: all tables are here, and empty until
  // follow() fills them. `memory` is in its shared heap if others of the group read the copy.
  DeltaVocabulary(ImageId image, int images, std::pmr::memory_resource& memory, std::uint32_t parts);

  // Collective over a team of all images. The tables of other groups are read in a copy that the first image of this
  // group keeps: it passes its copy, which must live until no image of the group reads any more; others pass nullptr.
  void read_from(pgas::Team& team, const DeltaVocabulary* copy);

  std::uint32_t parts() const { return parts_; }
  int images() const { return static_cast<int>(tables_.size()); }
  ImageId image() const { return image_; }  // this one
  // An image's parts: [first_part(image), end_part(image)).
  std::uint32_t first_part(ImageId image) const { return begin_of(index(image)); }
  std::uint32_t end_part(ImageId image) const { return begin_of(index(image) + 1); }

  std::uint32_t part_of(TermView term) const { return part_of_hash(delta_hash(term)); }
  ImageId image_of_part(std::uint32_t part) const { return ImageId{taker_of(part, parts_, images())}; }
  ImageId owner_of(TermView term) const { return image_of_part(part_of(term)); }
  // For a delta HURI of an existing part.
  ImageId owner_of(Huri huri) const { return image_of_part(delta_part(huri)); }

  // True if the tables of the image, or the term of a delta HURI, can be read in this group.
  bool is_here(ImageId image) const { return tables_[static_cast<std::size_t>(index(image))] != nullptr; }
  bool is_here(Huri huri) const;
  // The term of a delta HURI that is here; the views are valid as long as the vocabulary.
  TermView term(Huri huri) const;
  // Number of terms of an image whose tables are here. size_at() counts those at one moment.
  std::uint64_t size(ImageId image) const { return tables_of(image).size(); }
  // The HURI of a term whose owner is here; kUnbound if it has none, is inline or a blank node.
  Huri find(TermView term) const;

  // For a part that is here: the number of its terms; the next one gets this number.
  std::uint64_t size_of_part(std::uint32_t part) const { return table(part).size(); }
  // For a part that is here: the number of its terms when size(its image) was `image_size`; they have the numbers
  // below it.
  std::uint64_t size_at(std::uint32_t part, std::uint64_t image_size) const;
  // The term of a part that is here, and its HURI.
  const DeltaTermTable::Entry& at(std::uint32_t part, std::uint64_t number) const;
  Huri huri_at(std::uint32_t part, std::uint64_t number) const {
    return make_delta_huri(at(part, number).kind, part, number);
  }

  // Update lane. The HURI of a term that this image owns, that is not in the base, and that is neither inline nor a
  // blank node. Throws Error(memory), with nothing added.
  Huri intern(TermView term);
  // Update lane. Adds a term to a part of this image under its next number, as it was before. Returns false, and adds
  // nothing, if the term is not of that part, exists already, or is not of this kind. Throws Error(memory).
  bool restore(std::uint32_t part, TermView term, HuriKind kind);
  std::uint64_t bytes() const { return mine_->bytes(); }  // of this image's tables

  // Terms on their way to the copies. Update lane.
  struct Exported {
    std::uint64_t first = 0;  // of the image's terms, in order of their creation; copies have those before
    std::uint64_t more = 0;   // terms that did not fit
    std::string terms;        // in the form of append_exported()
  };
  // The terms of this image that no accept_export() has told to be in all copies, as far as about `most_bytes`.
  Exported export_new_terms(std::size_t most_bytes = ~std::size_t{0}) const;
  void accept_export(const Exported& exported) {
    exported_ = exported_before_ = exported.first + count_of(exported.terms);
  }
  // The copies have received all terms of this image in another way; unmark_exported(): they may lack those of the
  // last mark_exported().
  void mark_exported();
  void unmark_exported() { exported_ = exported_before_; }
  // Adds new terms, in the form of append_exported(), to parts of this image.
  void import_terms(std::string_view exported);
  // Local. Appends a term of a kind of the vocabulary in the form of export_new_terms().
  void append_exported(std::string& out, TermView term) const;
  // Of a copy: adds terms of an image, of which the first is its term `first`. HURIs are the same. Terms that the copy
  // has already are skipped. Throws Error(memory) if there is no memory for one of them, or if an earlier failure has
  // left the copy without a term that the image has, or with others.
  void follow(ImageId image, std::uint64_t first, std::string_view exported);

 private:
  friend class DeltaView;
  static std::uint64_t count_of(std::string_view exported);
  std::uint32_t begin_of(int image) const { return static_cast<std::uint32_t>(share_begin(image, parts_, images())); }
  std::uint32_t part_of_hash(std::uint64_t hash) const {
    return static_cast<std::uint32_t>((hash >> 32) * parts_ >> 32);
  }
  const DeltaTables& tables_of(ImageId image) const { return *tables_[static_cast<std::size_t>(index(image))]; }
  const DeltaTermTable& table(std::uint32_t part) const { return tables_of(image_of_part(part)).of_part(part); }

  ImageId image_;
  std::uint32_t parts_;
  std::unique_ptr<DeltaTerms> mine_;                 // nullptr: this is a copy
  std::vector<std::unique_ptr<DeltaTerms>> copies_;  // of a copy, by image
  std::vector<const DeltaTables*> tables_;           // by image; nullptr: neither here nor in a copy
  std::uint64_t exported_ = 0;                       // terms of this image that all copies have
  std::uint64_t exported_before_ = 0;                // before the last mark_exported()
};

// A DeltaView is the delta vocabulary at the start of a query.
class DeltaView {
 public:
  DeltaView() = default;  // empty
  // sizes: by image, the same on all images of the query.
  DeltaView(const DeltaVocabulary& vocabulary, std::vector<std::uint64_t> sizes);

  // True if no image has a term.
  bool empty() const { return vocabulary_ == nullptr; }
  // The following functions need a view that is not empty().
  ImageId owner_of(TermView term) const { return vocabulary_->owner_of(term); }
  // The HURI of a term whose owner is here; kUnbound if it did not exist yet, or is inline or a blank node.
  Huri find(TermView term) const;

 private:
  const DeltaVocabulary* vocabulary_ = nullptr;
  std::vector<std::uint64_t> sizes_;
};

}  // namespace quadrille
