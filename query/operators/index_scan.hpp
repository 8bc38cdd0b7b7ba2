#pragma once

// An IndexScan reads the rows of one pattern from the index. Each image reads the shards that it owns. If the prefix
// of the scan fixes the shard, that shard's owner alone reads it where images are apart; else each image reads an
// equal share of the rows, so that later joins are spread. Local.
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
  IndexScan(const GraphView& data, AccessPath path);
  std::string describe() const override { return "IndexScan"; }
  Details details(const PlanWords& words) const override;

  // Distributed by the output that determines the shard, and sorted if it is the first one. Rows of one shard are
  // sorted, and distributed anyhow.
  static Schema schema_of(const GraphView& data, const AccessPath& path);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  bool next_shard(Context& context);
  void take_share(Context& context);
  void read_some(Context& context, std::uint64_t rows, Table& out);
  void drop_other_keys(const Context& context, std::size_t first_row, Table& out) const;
  bool next_reordered(Context& context, Table& out);

  const AccessPath path_;
  RowReader reader_;
  QuadPrefix prefix_;
  std::uint32_t shard_ = 0, end_shard_ = 0;  // the next shard to read, and the end of this image's shards
  std::size_t range_ = 0;                    // of path_.ranges: the next one to read in the current shard
  const KeyRange* keys_ = nullptr;           // of the range that is being read
  bool shared_ = false;                      // one shard, of which this image reads a share of the rows
  MergedRows rest_;                          // of the current shard
  std::uint64_t rest_rows_ = 0;              // number of rows that this image still reads of it
  bool reorder_;                             // the rows of one shard are sorted into shard order of the first output
  std::unique_ptr<Table> reordered_;
  std::size_t handed_on_ = 0;
};

}  // namespace quadrille::query
