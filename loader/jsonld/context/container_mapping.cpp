#include "loader/jsonld/context/container_mapping.hpp"

#include <bit>

#include "loader/jsonld/context/error_code.hpp"

namespace quadrille::jsonld {

namespace {

constexpr Containers kNotIn10 = kGraphContainer | kIdContainer | kTypeContainer;

bool is_allowed(Containers containers) {
  const Containers without_set = containers & ~kSetContainer;
  if (without_set == (kGraphContainer | kIdContainer) || without_set == (kGraphContainer | kIndexContainer))
    return true;
  if (containers == without_set) return std::popcount(containers) == 1;
  return without_set != kListContainer && std::popcount(without_set) <= 1;
}

// The set of keywords; nullopt if there is another value.
std::optional<Containers> containers_of(Value value) {
  Containers containers = 0;
  Arena arena;
  for (const Value item : as_array(value, arena).items()) {
    const auto container = item.is_string() ? container_named(item.text()) : std::nullopt;
    if (!container || (containers & *container)) return std::nullopt;
    containers |= *container;
  }
  return containers;
}

}  // namespace

std::optional<Container> container_named(std::string_view keyword) {
  switch (keyword_of(keyword)) {
    case Keyword::graph:
      return kGraphContainer;
    case Keyword::id:
      return kIdContainer;
    case Keyword::index:
      return kIndexContainer;
    case Keyword::language:
      return kLanguageContainer;
    case Keyword::list:
      return kListContainer;
    case Keyword::set:
      return kSetContainer;
    case Keyword::type:
      return kTypeContainer;
    default:
      return std::nullopt;
  }
}

void set_container(std::string_view term, Value value, TermDefinition& definition, ProcessingMode mode) {
  const Value* const container = value.find("@container");
  if (!container) return;
  const auto containers = containers_of(*container);
  if (!containers || !is_allowed(*containers)) {
    refuse(ErrorCode::invalid_container_mapping,
           "@container of the term '{}' must be one of @graph, @id, @index, @language, @list, @set and @type, one of "
           "these with @set, or @graph with @id or @index",
           term);
  }
  if (mode == ProcessingMode::json_ld_1_0 && (!container->is_string() || (*containers & kNotIn10))) {
    refuse(ErrorCode::invalid_container_mapping, "@container of the term '{}' is not part of JSON-LD 1.0", term);
  }
  definition.containers = *containers;
  if (!definition.contains(kTypeContainer)) return;
  if (definition.type.empty()) definition.type = "@id";
  if (definition.type != "@id" && definition.type != "@vocab") {
    refuse(ErrorCode::invalid_type_mapping,
           "the term '{}' has @type in its @container, so its @type must be @id or @vocab, not '{}'", term,
           definition.type);
  }
}

}  // namespace quadrille::jsonld
