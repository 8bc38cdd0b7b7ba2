#pragma once

// The namespaces that an answer declares. base/name_spaces.hpp finds the one that shortens an IRI. Local.

#include <span>
#include <vector>

#include "base/name_spaces.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::results {

// The prefixes that an answer declares: `wanted` in its order, then those of usual_prefixes() whose prefix is free.
// Each prefix and each namespace occurs once; the first one counts. Namespaces that are not absolute IRIs are left
// out, because a reader of the answer would resolve them. At most kMostPrefixes.
inline constexpr std::size_t kMostPrefixes = 512;
std::vector<Prefix> declared_prefixes(std::span<const Prefix> wanted);

}  // namespace quadrille::results
