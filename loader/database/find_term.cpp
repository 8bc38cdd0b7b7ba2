#include "loader/database/find_term.hpp"

namespace quadrille {

Huri find_in_team(pgas::Team& team, const Dictionary& dictionary, const DeltaVocabulary* delta, TermView term) {
  static_assert(kUnbound == Huri(0), "the largest of all answers is the one that names the term");
  Huri found = dictionary.find(term);
  if (found.is_unbound() && delta && delta->is_here(delta->owner_of(term))) found = delta->find(term);
  return Huri(team.max(found.bits()));
}

}  // namespace quadrille
