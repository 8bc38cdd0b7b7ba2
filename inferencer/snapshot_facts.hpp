#pragma once

// SnapshotFacts are the rows of a snapshot in one view, as a FactStore: the closure, or stated facts. A search costs
// about 1 us, and some ns for each fact.

#include "inferencer/fact_store.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille::inferencer {

// The HURIs of literals and triple terms (Huri::is_only_object()) ascend from the first to the last.
inline constexpr Huri kFirstLiteral = Huri::make(HuriKind::string, 0);
inline constexpr Huri kLastLiteral = Huri(~std::uint64_t{0});

// The rows that are read at first, and at most, at once: a visitor that wants few facts reads few.
inline constexpr std::uint64_t kFirstRows = 32, kMostRows = 4096;

class SnapshotFacts final : public FactStore {
 public:
  // All shards are open here (Snapshot::is_whole()).
  explicit SnapshotFacts(const Snapshot& snapshot, View view = View::closure);

  bool pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) override;
  bool visit(const Fact& pattern, const Visit& visit) override;
  bool is_stated(const Fact& fact) override;
  std::vector<Huri> predicates() override;
  bool has_literals(Huri predicate) override;
  Size size() override;

 private:
  template <class Use>
  bool for_each_shard(Huri object, const Use& use) const;

  const Snapshot rows_;
  MergedBatch batch_;
  std::vector<Huri> values_;
  std::vector<Marks> marks_;
};

}  // namespace quadrille::inferencer
