#pragma once

// Reads the rows of one pattern from the index. Each image reads the shards that it owns. A scan whose prefix fixes the
// shard is read by that shard's owner alone where images are apart; else each image reads an equal share of the rows,
// so that what is joined with them is spread. Local.
//
//   permutation, prefix            rows come
//   pso (p)                        in shard order of ?s, by(?s)
//   pos (p, o), o heavy            in shard order of ?s, by(?s)
//   pos (p)                        in shard order of ?o, by(?o), if p has no heavy object
//   pos (p, o), o not heavy        from one shard, sorted by ?s: reordered to shard order here

#include "query/index/access_path.hpp"
#include "query/index/row_reader.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class IndexScan final : public Operator {
 public:
  IndexScan(const Snapshot& snapshot, AccessPath path);
  std::string describe() const override { return "IndexScan"; }
  Details details(const PlanWords& words) const override;

  // What a scan through `path` is sorted by and how it is spread.
  static Schema schema_of(const Snapshot& snapshot, const AccessPath& path);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  bool next_shard(Context& context);
  void take_share(Context& context);
  void read_some(std::uint64_t rows, Table& out);
  bool next_reordered(Context& context, Table& out);

  const AccessPath path_;
  RowReader reader_;
  QuadPrefix prefix_;
  std::uint32_t shard_ = 0, end_shard_ = 0;  // the next one to read, and the end of this image's
  std::size_t range_ = 0;                    // of path_.ranges: the next one to read in the current shard
  bool shared_ = false;                      // one shard, of which this image reads its share of the rows
  MergedRows rest_;                          // of the current shard
  std::uint64_t rest_rows_ = 0;              // that this image reads of it
  bool reorder_;                             // one shard's rows, to be brought into shard order of the first output
  std::unique_ptr<Table> reordered_;
  std::size_t handed_on_ = 0;
};

}  // namespace quadrille::query
