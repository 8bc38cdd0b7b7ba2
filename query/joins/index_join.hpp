#pragma once

// An IndexJoin looks the rows of its left input up in the index (IndexLookup), one batch for each chunk. It suits a
// left side that is small compared with the pattern. Where all shards are open an image reads them itself, so rows may
// be on any image. Else it reads its own shards: the planner has sent each row to the image of its matches
// (routed_path.hpp). Local.
//
//   kind   inner: a row for every match;  left: also one with the pattern's variables unbound if there is no match;
//          semi, anti: rows with or without a match
//
// Rows of kinds semi and anti keep their order. Others come in the order of the lookup; in a left join, the rows of a
// batch that have no match come last.

#include <cstdint>
#include <vector>

#include "query/index/access_path.hpp"
#include "query/index/index_lookup.hpp"
#include "query/joins/hash_join.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class IndexJoin final : public Pipe {
 public:
  // Variables in path.prefix and path.residual are columns of `left` that are bound in every row.
  IndexJoin(JoinKind kind, OperatorPtr left, AccessPath path);
  std::string describe() const override { return "IndexJoin"; }
  Details details(const PlanWords& words) const override;

  // Distributed as the left; not sorted, since rows come in the order of their keys, chunk by chunk.
  static Schema schema_of(JoinKind kind, const Schema& left, const AccessPath& path);

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  bool wants_many() const override { return lookup_.wants_many(); }
  bool only_keeps_rows() const { return kind_ == JoinKind::semi || kind_ == JoinKind::anti; }
  bool add_unmatched(std::size_t limit, Table& out);

  const JoinKind kind_;
  const AccessPath path_;
  IndexLookup lookup_;
  Table* input_ = nullptr;
  std::vector<std::uint32_t> rows_;    // of the input, by row of the output
  std::vector<std::uint8_t> matched_;  // left: by row of the input
  std::uint32_t next_unmatched_ = 0;   // left: rows of the input before it that have no match have been returned
};

}  // namespace quadrille::query
