#pragma once

// A Schema describes a table before it exists: its columns, how its rows are distributed over the team, and how they
// are sorted. The planner computes it, operators rely on it, Exchange and Sort change it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "parser/expression.hpp"

namespace quadrille::query {

using parser::VariableId;

// States if this image can read the terms of other groups in a column without another fetch.
enum class Texts : std::uint8_t {
  elsewhere,  // FetchTerms is needed
  of_chunk,   // fetched, valid as long as the chunk is in use
  for_good,   // fetched, valid as long as the query runs
};

struct ColumnInfo {
  VariableId variable = 0;
  bool maybe_unbound = false;  // some rows may not bind it
  bool maybe_local = false;    // may hold terms computed on one image that are not canonical yet (CanonicalTerms)
  Texts texts = Texts::elsewhere;
  bool was_local = false;  // was local, is canonical now: may hold terms that the database does not have

  bool maybe_volatile() const { return maybe_local || was_local; }
};

// The placement of rows in a team of several images.
struct Distribution {
  enum class Kind : std::uint8_t {
    anyhow,      // each row on one image, any of them
    by,          // each row on the image that owns the shard of its value of `variable`
    replicated,  // every row on every image
    first,       // every row on the team's first member
    in_turn,     // in an order: call by call of next(), and the rows of one call in the order of members
  };
  Kind kind = Kind::anyhow;
  VariableId variable = 0;

  static Distribution anyhow() { return {}; }
  static Distribution by(VariableId variable) { return {Kind::by, variable}; }
  static Distribution replicated() { return {Kind::replicated, 0}; }
  static Distribution first() { return {Kind::first, 0}; }
  static Distribution in_turn() { return {Kind::in_turn, 0}; }
  bool operator==(const Distribution&) const = default;
};

struct Schema {
  std::vector<ColumnInfo> columns;
  Distribution distribution;
  // On each image rows are sorted by these variables: by (shard(x), x) for the first one (shard order, see
  // quadstore/sharding.hpp), then by plain order of the others. Empty: in no order.
  std::vector<VariableId> sorted_by;

  // Called by operators that keep rows beyond their chunk: the texts of a chunk are not valid any more.
  void outlive_chunks() {
    for (ColumnInfo& column : columns) {
      if (column.texts == Texts::of_chunk) column.texts = Texts::elsewhere;
    }
  }
  // Called by operators that move rows to other images.
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
