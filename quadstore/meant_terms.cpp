#include "quadstore/meant_terms.hpp"

#include "base/error.hpp"
#include "quadstore/membership.hpp"

namespace quadrille {

const EqualTerms* classes_of(const Snapshot& snapshot) {
  const EqualTerms* const equal = snapshot.equal_terms();
  if (equal == nullptr || equal->empty()) return nullptr;
  if (equal->representative(equal->same_as()) != equal->same_as()) {
    fail(ErrorKind::unsupported,
         "another term stands for owl:sameAs itself, which the data says is owl:sameAs it: such a closure cannot be "
         "read; read what is stated (infer=false), or take that statement out of the data");
  }
  return equal;
}

void MeantQuads::begin(std::span<const Quad> rows) {
  rows_ = rows;
  subjects_.clear();
  subject_ = predicate_ = object_ = 0;
}

void MeantQuads::take_row(const Quad& row) {
  subject_ = predicate_ = object_ = 0;
  const auto read = [&](Huri stored, TriplePlace place, std::vector<Huri>& terms) {
    terms.clear();
    for_each_meant(equal_, stored, place, [&](Huri term) { terms.push_back(term); });
  };
  read(row.subject, TriplePlace::subject, subjects_);
  read(row.predicate, TriplePlace::predicate, predicates_);
  read(row.object, TriplePlace::object, objects_);
  const bool is_empty = predicates_.empty() || objects_.empty();
  if (is_empty || !is_meant(equal_, row.subject, row.predicate, row.object)) subjects_.clear();
}

bool MeantQuads::next(std::size_t wanted, std::vector<Quad>& quads) {
  quads.clear();
  while (quads.empty()) {
    while (quads.size() < wanted) {
      if (subject_ == subjects_.size()) {
        if (rows_.empty()) break;
        take_row(rows_.front());
        rows_ = rows_.subspan(1);
        continue;
      }
      quads.push_back({subjects_[subject_], predicates_[predicate_], objects_[object_], kDefaultGraph});
      if (++object_ < objects_.size()) continue;
      object_ = 0;
      if (++predicate_ < predicates_.size()) continue;
      predicate_ = 0;
      ++subject_;
    }
    if (quads.empty()) return false;
    leave_out_stated(snapshot_, quads);
  }
  return true;
}

void leave_out_stated(const Snapshot& snapshot, std::vector<Quad>& quads) {
  if (!snapshot.hides_stated() || asks_for_stated(snapshot)) return;
  const std::vector<Marks> marks = marks_of(snapshot, quads);
  std::size_t place = 0;
  std::erase_if(quads, [&](const Quad&) { return has(marks[place++], Marks::stated); });
}

}  // namespace quadrille
