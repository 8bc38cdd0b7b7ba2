#pragma once

// Whom to ask for the stable HURI of a term where the vocabulary is spread over groups of images.

#include <cstdint>
#include <optional>

#include "base/term.hpp"
#include "dictionary/dictionary.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// Local. A member, chosen by hash, of the group whose part of the vocabulary would have the term's key: all members of
// a group have its parts, and many new terms may fall into one part. Nothing if no part can have it, or the vocabulary
// is whole.
std::optional<std::int32_t> member_to_ask(const pgas::Team& team, const Dictionary& dictionary, TermView term);

// Local. The member of a team that is this image; fails with ErrorKind::internal if none is.
std::int32_t member_of_image(const pgas::Team& team, ImageId image);

}  // namespace quadrille
