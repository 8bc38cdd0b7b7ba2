#pragma once

// A Permutation is one of the fourteen sort orders in which rows are stored; this table shows where they are.
//
//   of the default graph   spo  pso  ops  pos                3 columns, no graph: prefix counts are exact
//   of the named graphs    spog psog opsg posg gspo gpos     4 columns
//   of the triple terms    spot tspo post ospt               4 columns: t is the triple term <<( s p o )>> itself
//
//   sharded by subject     spo  pso       spog psog gspo     spot tspo    all rows of a subject are in one shard
//   sharded by object      ops  pos       opsg posg gpos     post ospt    likewise of an object, unless it is heavy
//                                                                         (sharding.hpp)
//
// A row of the table of triple terms is a quad whose graph is the HURI of the triple term, so it passes through
// searches, levels and merges as other quads do (triple_table.hpp).
//
// A column index counts in permutation order (column 0 of `pos` holds the predicate); a position names the part of the
// quad that a column holds. The numbers of the permutations are part of the file format: append, never renumber.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace quadrille {

enum class Position : std::uint8_t { subject = 0, predicate = 1, object = 2, graph = 3 };

enum class Permutation : std::uint8_t {
  spo = 0,
  pso = 1,
  ops = 2,
  pos = 3,
  spog = 4,
  psog = 5,
  opsg = 6,
  posg = 7,
  gspo = 8,
  gpos = 9,
  spot = 10,
  tspo = 11,
  post = 12,
  ospt = 13,
};

inline constexpr int kPermutations = 14;
inline constexpr int kGraphPermutations = 10;  // the first ones: of the default graph and the named graphs
inline constexpr int kMaxColumns = 4;

enum class ColumnIndex : std::uint8_t {};  // 0 .. column_count - 1, in permutation order

constexpr int index(Position position) {
  return static_cast<int>(position);
}
constexpr int index(Permutation permutation) {
  return static_cast<int>(permutation);
}
constexpr int index(ColumnIndex column) {
  return static_cast<int>(column);
}

enum class ShardingSide : std::uint8_t { subject, object };

namespace detail {

struct PermutationFacts {
  std::string_view name;
  std::array<Position, kMaxColumns> positions;
  ShardingSide side;
};

inline constexpr std::array<PermutationFacts, kPermutations> kPermutationFacts = [] {
  constexpr Position s = Position::subject, p = Position::predicate, o = Position::object, g = Position::graph;
  constexpr ShardingSide by_s = ShardingSide::subject, by_o = ShardingSide::object;
  return std::array<PermutationFacts, kPermutations>{{
      {"spo", {s, p, o}, by_s},
      {"pso", {p, s, o}, by_s},
      {"ops", {o, p, s}, by_o},
      {"pos", {p, o, s}, by_o},
      {"spog", {s, p, o, g}, by_s},
      {"psog", {p, s, o, g}, by_s},
      {"opsg", {o, p, s, g}, by_o},
      {"posg", {p, o, s, g}, by_o},
      {"gspo", {g, s, p, o}, by_s},
      {"gpos", {g, p, o, s}, by_o},
      {"spot", {s, p, o, g}, by_s},
      {"tspo", {g, s, p, o}, by_s},
      {"post", {p, o, s, g}, by_o},
      {"ospt", {o, s, p, g}, by_o},
  }};
}();

}  // namespace detail

constexpr Permutation permutation_at(int number) {
  return static_cast<Permutation>(number);
}

constexpr std::array<Permutation, 4> kDefaultGraphPermutations{Permutation::spo, Permutation::pso, Permutation::ops,
                                                               Permutation::pos};
constexpr std::array<Permutation, 6> kNamedGraphPermutations{Permutation::spog, Permutation::psog, Permutation::opsg,
                                                             Permutation::posg, Permutation::gspo, Permutation::gpos};
constexpr std::array<Permutation, 4> kTripleTermPermutations{Permutation::spot, Permutation::tspo, Permutation::post,
                                                             Permutation::ospt};

// "spo", "gpos": lower case, as in messages, plans and files.
constexpr std::string_view name(Permutation permutation) {
  return detail::kPermutationFacts[index(permutation)].name;
}

// 3 for the default graph's permutations, 4 for the others.
constexpr int column_count(Permutation permutation) {
  return static_cast<int>(name(permutation).size());
}

// The tables that the permutations order.
enum class QuadTable : std::uint8_t { default_graph = 0, named_graphs = 1, triple_terms = 2 };
inline constexpr std::array kAllQuadTables{QuadTable::default_graph, QuadTable::named_graphs, QuadTable::triple_terms};

constexpr QuadTable table_of(Permutation permutation) {
  if (index(permutation) >= kGraphPermutations) return QuadTable::triple_terms;
  return column_count(permutation) == 4 ? QuadTable::named_graphs : QuadTable::default_graph;
}
constexpr bool holds_named_graphs(Permutation permutation) {
  return table_of(permutation) == QuadTable::named_graphs;
}
// The permutations of a table, and those that have each of its rows once: by subject, and by object.
constexpr std::span<const Permutation> permutations(QuadTable table) {
  if (table == QuadTable::default_graph) return kDefaultGraphPermutations;
  if (table == QuadTable::named_graphs) return kNamedGraphPermutations;
  return kTripleTermPermutations;
}
constexpr Permutation by_subject(QuadTable table) {
  return permutations(table)[0];
}
constexpr Permutation by_object(QuadTable table) {
  return permutations(table)[2];
}

constexpr ShardingSide sharding_side(Permutation permutation) {
  return detail::kPermutationFacts[index(permutation)].side;
}

// The positions in column order: pos -> predicate, object, subject.
constexpr std::span<const Position> positions(Permutation permutation) {
  return std::span(detail::kPermutationFacts[index(permutation)].positions).first(column_count(permutation));
}

constexpr Position position_of(Permutation permutation, ColumnIndex column) {
  return positions(permutation)[index(column)];
}

// The column that holds `position`; nullopt for the graph of a default-graph permutation. The graph of a triple term's
// row is the triple term.
constexpr std::optional<ColumnIndex> column_of(Permutation permutation, Position position) {
  const auto columns = positions(permutation);
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column] == position) return static_cast<ColumnIndex>(column);
  }
  return std::nullopt;
}

}  // namespace quadrille
