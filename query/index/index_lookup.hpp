#pragma once

// An IndexLookup looks the rows of tables up through one access path, in the cheapest of four ways (Lookup). Index
// joins and the owners of semi-join keys have one each.
//
//   path                                     way
//   constants, then one key, no checks       merge; once the work spent equals its cost:
//     ... the key ends a row of the index      class bitmap      pos, prefix (rdf:type, :Student, ?x)
//     ... one column follows the key           adjacency index   pso, prefix (:teaches, ?x)
//   any other                                search
//
// Bitmaps and adjacency indexes belong to the base alone. Where levels change its rows they are completed with the
// changes (ChangedKeys), once so many rows have been looked up that collecting these pays. An IndexLookup records the
// work that an accelerator would have saved (EarnedCache). Where all shards are open an image reads them
// itself, so rows may be on any image; else it reads its own shards, where the rows have been sent. Local.

#include <memory>
#include <optional>
#include <vector>

#include "quadstore/changed_keys.hpp"
#include "quadstore/class_bitmaps.hpp"
#include "query/index/access_path.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/lookup.hpp"
#include "query/table/schema.hpp"

namespace quadrille::query {

class IndexLookup {
 public:
  // Variables in path.prefix and path.residual are columns of `rows`, bound in every row. Both arguments must stay.
  IndexLookup(const AccessPath& path, const Schema& rows) : path_(path), rows_(rows), keys_(path, rows) {}
  IndexLookup(const IndexLookup&) = delete;
  IndexLookup& operator=(const IndexLookup&) = delete;

  // Called once, before anything else.
  void open(Context& context);
  bool wants_many() const { return lookup_->wants_many(); }

  // As for Lookup.
  void begin(Context& context, const Table& input);
  bool next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out);
  void pick(Context& context, bool matched, std::vector<std::uint32_t>& rows);

 private:
  // The changes of an accelerator's rows.
  struct Changes {
    bool wait = false;                  // collecting them does not pay yet
    std::unique_ptr<ChangedKeys> keys;  // nullptr: there are none
  };

  std::unique_ptr<Lookup> choose(Context& context);
  void ask_for_accelerator(Context& context);
  void ask_for_adjacency(Context& context);
  std::optional<ShardSpan> adjacency_shards(const Context& context) const;
  Changes collect_changes(Context& context, ShardSpan shards);
  void record_work(Context& context);

  const AccessPath& path_;
  const Schema& rows_;
  IndexKeys keys_;
  std::unique_ptr<Lookup> lookup_;
  bool may_have_bitmap_ = false;
  std::shared_ptr<const ClassBitmap> bitmap_;  // once it exists
  bool asked_for_adjacency_ = false;
  std::optional<ShardSpan> adjacency_shards_;  // that an adjacency index may cover
  std::uint64_t rows_looked_up_ = 0;
  std::optional<std::uint64_t> changes_;  // entries of levels in the accelerator's rows, once they have been counted
};

}  // namespace quadrille::query
