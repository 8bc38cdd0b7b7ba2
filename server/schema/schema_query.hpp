#pragma once

// The query whose answer is a Schema, and the reader of the answer. It is one query, so all counts are of one state,
// and it runs as all others do: on all images, with the rights, limits and cancellation of a user's query.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/schema/schema.hpp"

namespace quadrille::server {

// Of more combinations with classes, or with datatypes, the rarest are counted and not kept.
inline constexpr std::size_t kMostCombinations = 50'000;

// The text in SPARQL. `whole`: with the second part.
std::string schema_query(bool whole);

// Reads the answer as it arrives, in the SPARQL 1.1 format TSV, in pieces of any size.
class SchemaReader {
 public:
  void read(std::string_view piece);
  // After the last piece. Throws Error(internal) if the answer is not one of schema_query(whole).
  Schema finish(bool whole);

 private:
  void read_line(std::string_view line);
  SchemaPredicate& predicate(std::string_view field);

  std::string rest_;  // of a line that is not complete
  bool has_header_ = false;
  Schema schema_;
  std::unordered_map<std::string, std::size_t> places_;  // of the predicates in the schema
  std::array<std::size_t, 2> kept_{};                    // combinations with classes, with datatypes
};

}  // namespace quadrille::server
