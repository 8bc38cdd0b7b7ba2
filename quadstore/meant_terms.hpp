#pragma once

// The quads that the stored rows of the default graph mean, in a closure by representatives (equal_terms.hpp). A row
// means the quads with any members of the classes in its places, as far as RDF can hold them. A row (m sameAs r),
// m != r, means nothing, since (r sameAs r) means it already.
//
//   row            class {r, m}, "l" of the same one as n          quads
//   r p n                                                          r p n, m p n, r p "l", m p "l"
//   n p r                                                          n p r, n p m
//   m sameAs r                                                     none
//   r sameAs r                                                     r sameAs r, r sameAs m, m sameAs r, m sameAs m
//
// Local.

#include <cstdint>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/equal_terms.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// The places of a triple.
enum class TriplePlace : std::uint8_t { subject, predicate, object };

// True if RDF can hold the term there.
constexpr bool may_stand(Huri term, TriplePlace place) {
  if (place == TriplePlace::object) return true;
  return place == TriplePlace::predicate ? term.is_iri() : !term.is_only_object();
}

// The classes of a view's default graph; nullptr: its rows mean themselves. Throws Error(unsupported) where rows have
// no such meaning.
const EqualTerms* classes_of(const Snapshot& snapshot);

// False: a row that means nothing.
inline bool is_meant(const EqualTerms& equal, Huri subject, Huri predicate, Huri object) {
  return predicate != equal.same_as() || subject == object;
}

// Calls use(term) for each term that a stored one means in a place.
template <class Use>
void for_each_meant(const EqualTerms& equal, Huri stored, TriplePlace place, Use&& use) {
  const auto members = equal.members(stored);
  if (members.empty()) return use(stored);
  for (const EqualTerms::Member& its : members) {
    if (may_stand(its.term, place)) use(its.term);
  }
}

// True if the snapshot hides stated quads whose shards are not open here: readers of what rows mean must ask for them
// (stated_triples.hpp). The same on all images.
inline bool asks_for_stated(const Snapshot& snapshot) {
  return snapshot.hides_stated() && !snapshot.is_whole();
}

// Removes the quads that are stated, where the snapshot hides them (Snapshot::hides_stated()), and unless
// asks_for_stated().
void leave_out_stated(const Snapshot& snapshot, std::vector<Quad>& quads);

// The quads that rows of the default graph mean, one row after the other, some at a time.
class MeantQuads {
 public:
  // The snapshot outlives it, and has classes.
  explicit MeantQuads(const Snapshot& snapshot) : snapshot_(snapshot), equal_(*classes_of(snapshot)) {}

  // The rows that follow; they stay where they are until next() returns false.
  void begin(std::span<const Quad> rows);
  // Replaces `quads` by the next ones, `wanted` at most, without those that leave_out_stated() removes. Returns false,
  // with no quads, when there are no more.
  bool next(std::size_t wanted, std::vector<Quad>& quads);

 private:
  void take_row(const Quad& row);

  const Snapshot& snapshot_;
  const EqualTerms& equal_;
  std::span<const Quad> rows_;                            // that are left
  std::vector<Huri> subjects_, predicates_, objects_;     // of the row that is begun
  std::size_t subject_ = 0, predicate_ = 0, object_ = 0;  // the next quad's; the last subject's end: none is left
};

}  // namespace quadrille
