#pragma once

// RowCounts counts for the planner the rows of all images that begin with a constant prefix. Counts are exact and the
// same on all images, so that they make the same plan. Counts from statistics or the table of heavy objects need no
// search.
//
// Rows of a list of graphs (AccessPath::allowed_graphs) are counted graph by graph, so that the count says nothing
// about other graphs; of a long list a sample of the graphs is counted. Where the index has no such rows together, the
// count is of more of their rows.
//
// Where all shards are open, rows are counted immediately. Else each image can count only its own shards. It uses the
// counts of an image that has a whole view (known()), or a planner plans in rounds: it first receives a guess for an
// unknown prefix; learn() then counts all prefixes requested since, in one collective; then it plans again. Only
// requests for ranges depend on the counts, so two or three rounds are enough (more are allowed).

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pgas/team.hpp"
#include "query/index/access_path.hpp"

namespace quadrille::query {

class RowCounts {
 public:
  // `known`: the counts of another image for the same query and state; empty: none.
  RowCounts(pgas::Team& team, const GraphView& data, std::string_view known = {});

  // Local. The number of rows with the path's constant prefix (which has no variables); a guess if they have not been
  // counted. With ranges after the prefix: the rows in the ranges, estimated if they are in many shards.
  std::uint64_t rows(const AccessPath& path);

  // Local. True if no row with the path's constant prefix has its next column in the path's ranges; also true until it
  // has been counted; false for a list of graphs.
  bool has_none(const AccessPath& path);

  // Local. True if rows() has guessed since learn(): the planner will plan again.
  bool is_guessing() const { return !asked_.empty(); }

  // Collective; no messages where all shards are open. Counts the prefixes that rows() has guessed. Returns false if
  // all counts were exact.
  bool learn();

  // Local. All counts so far, for another image. The bytes pass between processes of one program and are never stored.
  std::string known() const;

 private:
  enum class Asked : std::uint8_t { rows_of_prefix, rows_in_ranges, any_in_ranges };

  // Equal for prefixes of the same terms in any order: (p, o) of pos and (o, p) of ops.
  struct Key {
    QuadTable table = QuadTable::default_graph;
    std::uint64_t graphs = 0;  // of the list of graphs to which the count is limited; 0: of all
    Asked asked = Asked::rows_of_prefix;
    std::array<Huri, kMaxColumns> terms{};  // by position
    std::vector<Huri> range_ends;           // of the column after them; empty: all of it
    bool operator==(const Key&) const = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const;
  };
  // The graphs whose rows are counted one by one, where rows with the path's prefix may be in others; none: these rows
  // are counted as they are.
  class SomeGraphs {
   public:
    SomeGraphs(const GraphView& data, const AccessPath& path);
    explicit operator bool() const { return one_ || graphs_; }
    std::span<const Huri> graphs() const { return one_ ? std::span(&*one_, 1) : *graphs_; }

   private:
    std::optional<Huri> one_;
    std::optional<std::span<const Huri>> graphs_;
  };
  Key key_of(const AccessPath& path, const QuadPrefix& prefix, Asked asked) const;
  // Returns the count if it is known or can be counted here, else `guess`.
  std::uint64_t answer(const AccessPath& path, Key key, std::uint64_t guess);
  std::uint64_t rows_of_prefix(const AccessPath& path);
  std::uint64_t count(const AccessPath& path, Asked asked, ShardSpan within) const;

  struct Question {
    AccessPath path;
    Key key;
  };

  pgas::Team& team_;
  GraphView data_;
  std::unordered_map<Key, std::uint64_t, HashOfKey> known_;
  std::vector<Question> asked_;  // not counted yet, in order of arrival
};

}  // namespace quadrille::query
