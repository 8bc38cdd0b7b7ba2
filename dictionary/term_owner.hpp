#pragma once

// Functions that find the member to request a term, or its HURI, from, if the vocabulary is spread over groups of
// images.

#include <cstdint>
#include <optional>

#include "base/term.hpp"
#include "dictionary/dictionary.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// Local. A member, chosen by hash, of the group whose part of the vocabulary would have the term's key: all members of
// a group have its parts, and many new terms may belong to one part. nullopt if no part can have it, or the vocabulary
// is whole.
std::optional<std::int32_t> member_to_ask(const pgas::Team& team, const Dictionary& dictionary, TermView term);

// Local, if the vocabulary is spread. The member that has the term of a HURI of the vocabulary or of the delta
// vocabulary. nullopt if no part has it.
std::optional<std::int32_t> member_with(const pgas::Team& team, const Dictionary& dictionary, Huri huri);

// Local. The member of a team that is this image; fails with ErrorKind::internal if there is none.
std::int32_t member_of_image(const pgas::Team& team, ImageId image);

}  // namespace quadrille
