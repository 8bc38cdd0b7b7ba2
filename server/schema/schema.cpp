#include "server/schema/schema.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kShortText = 15;  // bytes that a std::string has within itself

std::size_t bytes_of(const std::string& text) {
  return text.size() > kShortText ? text.size() + 1 : 0;
}

std::size_t bytes_of(const std::vector<SchemaRange>& ranges) {
  std::size_t bytes = ranges.size() * sizeof(SchemaRange);
  for (const SchemaRange& range : ranges) bytes += bytes_of(range.term);
  return bytes;
}

}  // namespace

std::uint64_t Schema::triples() const {
  std::uint64_t triples = 0;
  for (const SchemaPredicate& predicate : predicates) triples += predicate.count;
  return triples;
}

std::size_t Schema::bytes() const {
  std::size_t bytes = sizeof(Schema);
  for (const SchemaClass& one : classes) bytes += sizeof one + bytes_of(one.term);
  for (const SchemaPredicate& one : predicates) bytes += sizeof one + bytes_of(one.iri) + bytes_of(one.ranges);
  for (const SchemaCombination& one : combinations)
    bytes += sizeof one + bytes_of(one.of_class) + bytes_of(one.predicate) + bytes_of(one.range.term);
  return bytes;
}

}  // namespace quadrille::server
