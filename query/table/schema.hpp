#pragma once

// What is known of a table before it exists: its columns, how its rows are spread over the team, how they are sorted.
// The planner computes it, operators rely on it, Exchange and Sort change it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "parser/expression.hpp"

namespace quadrille::query {

using parser::VariableId;

// Whether this image can read the terms of other groups that a column holds, without asking again.
enum class Texts : std::uint8_t {
  elsewhere,  // FetchTerms is needed
  of_chunk,   // fetched: as long as the chunk is in use
  for_good,   // fetched: as long as the query runs
};

struct ColumnInfo {
  VariableId variable = 0;
  bool maybe_unbound = false;  // some rows may not bind it
  bool maybe_local = false;    // may hold terms born on one image that have not been made canonical (CanonicalTerms)
  Texts texts = Texts::elsewhere;
  bool was_local = false;  // and has been made canonical: may hold terms that the database does not have

  bool maybe_volatile() const { return maybe_local || was_local; }
};

// Where a row is, in a team of several images.
struct Distribution {
  enum class Kind : std::uint8_t {
    anyhow,      // each row on one image, any
    by,          // each row on the image that owns the shard of its value of `variable`
    replicated,  // every row on every image
    first,       // every row on the team's first member
  };
  Kind kind = Kind::anyhow;
  VariableId variable = 0;

  static Distribution anyhow() { return {}; }
  static Distribution by(VariableId variable) { return {Kind::by, variable}; }
  static Distribution replicated() { return {Kind::replicated, 0}; }
  static Distribution first() { return {Kind::first, 0}; }
  bool operator==(const Distribution&) const = default;
};

struct Schema {
  std::vector<ColumnInfo> columns;
  Distribution distribution;
  // Rows come sorted by these variables, on each image: by (shard(x), x) of the first one (shard order, see
  // quadstore/sharding.hpp), then by the plain order of the others. Empty: nothing is known.
  std::vector<VariableId> sorted_by;

  // What an operator says that puts rows aside: their chunks are over when it hands them on.
  void outlive_chunks() {
    for (ColumnInfo& column : columns) {
      if (column.texts == Texts::of_chunk) column.texts = Texts::elsewhere;
    }
  }
  // What an operator says that moves rows to other images.
  void leave_texts() {
    for (ColumnInfo& column : columns) column.texts = Texts::elsewhere;
  }

  std::optional<std::size_t> column_of(VariableId variable) const {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (columns[column].variable == variable) return column;
    }
    return std::nullopt;
  }
  bool has(VariableId variable) const { return column_of(variable).has_value(); }
};

}  // namespace quadrille::query
