#pragma once

// The search for the nearest word, for messages with "did you mean ...?".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille {

// The word among `candidates` that is most similar to `word`, ignoring case, if it is similar enough: at most one edit
// for every three characters, and at most two (an edit inserts, drops or replaces a character, or swaps two
// neighbours).
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace quadrille
