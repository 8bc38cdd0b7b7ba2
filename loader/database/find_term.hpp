#pragma once

// Finds a term that one image of a team has: in several groups a term is in the vocabulary of one group, or among the
// terms of updates of one image.

#include "base/term.hpp"
#include "dictionary/dictionary.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// Collective, one gather. `delta`: the terms of updates; nullptr: there are none. kUnbound if no image has the term.
Huri find_in_team(pgas::Team& team, const Dictionary& dictionary, const DeltaVocabulary* delta, TermView term);

}  // namespace quadrille
