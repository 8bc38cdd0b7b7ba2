#pragma once

// A MergeLookup merges the keys of a batch with the runs of the shards, which costs a tenth of a search each. The path
// is constants and then one key, without checks. Rows are merged where many of them are in one shard; the others
// are searched one by one.
//
//   batch of 16,000 rows  ->  stretches by shard, each ascending (KeyOrder)  ->  RunMerger: pairs, block by block
//
// Local. Cost: sorting the keys, unless they arrive in the order of the index, and that of RunMerger.

#include <memory>
#include <vector>

#include "quadstore/run_merger.hpp"
#include "query/index/key_order.hpp"
#include "query/index/search_lookup.hpp"

namespace quadrille::query {

class MergeLookup final : public Lookup {
 public:
  MergeLookup(const AccessPath& path, IndexKeys& keys) : path_(path), keys_(keys), others_(path, keys) {}

  void begin(Context& context, const Table& input) override;
  bool next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) override;
  void pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) override;
  bool wants_many() const override { return true; }
  std::uint64_t take_work() override;

 private:
  std::vector<std::uint32_t> leave_others(const Context& context);
  void count_rows(std::uint32_t shards);
  void open_stretch(Context& context, bool first_match_only);
  bool merge(Context& context, std::size_t limit, bool first_match_only);
  template <class Use>
  void for_each_match(const Use& use) const;

  const AccessPath& path_;
  IndexKeys& keys_;
  SearchLookup others_;
  const Table* input_ = nullptr;
  KeyOrder order_;                           // of the rows that are merged
  std::vector<std::uint32_t> shard_of_row_;  // its only shard, if its key is merged there; else kNowhere
  std::vector<std::uint32_t> rows_in_shard_;
  std::size_t stretch_ = 0;  // of order_
  bool stretch_open_ = false;
  std::unique_ptr<RunMerger> merger_;
  std::uint32_t merged_shard_ = KeyOrder::kNowhere;  // the shard of merger_
};

}  // namespace quadrille::query
