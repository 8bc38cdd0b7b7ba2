#pragma once

// The search for the nearest word, for messages with "did you mean ...?".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille {

// The word among `candidates` that is nearest to `word`, case aside, if it is near: at most one edit for every three
// characters, two at most (an edit inserts, drops or replaces a character, or swaps two neighbours).
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace quadrille
