#include "loader/rdf/quoted_triple.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "base/triple_term.hpp"
#include "loader/rdf/blank_labels.hpp"

namespace quadrille {

namespace {

bool has_nodes_of_file(std::string_view triple) {
  bool has = false;
  for_each_blank(TermView::triple(triple), [&](TermView blank) { has = has || !is_shared_label(blank.text); });
  return has;
}

}  // namespace

std::string quoted_triple_label(std::string_view triple) {
  const XXH128_hash_t hash = XXH3_128bits(triple.data(), triple.size());
  const std::string name = fmt::format("q{:016x}{:016x}", hash.high64, hash.low64);
  if (has_nodes_of_file(triple)) return fmt::format("{}{}", kAnonymousLabel, name);
  return fmt::format("{}{}", kSharedLabelMark, name);
}

}  // namespace quadrille
