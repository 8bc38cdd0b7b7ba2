#pragma once

// An AdjacencyLookup reads the values of keys from arrays (AdjacencyIndex), in the order of the rows. The path is
// constants, one key and the values, which are its only output if it has one. A key that levels change has its values
// merged with the changes. Local. Cost: 2 to 4 ns a row and value, 2 more for a row if there are changes.

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "quadstore/adjacency_index.hpp"
#include "quadstore/changed_keys.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/lookup.hpp"

namespace quadrille::query {

class AdjacencyLookup final : public Lookup {
 public:
  // `changes`: of the snapshot, to rows of the index; nullptr: none.
  AdjacencyLookup(const IndexKeys& keys, bool returns_values, std::shared_ptr<const AdjacencyIndex> index,
                  std::unique_ptr<ChangedKeys> changes)
      : keys_(keys), returns_values_(returns_values), index_(std::move(index)), changes_(std::move(changes)) {}

  void begin(Context& context, const Table& input) override;
  bool next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) override;
  void pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) override;
  bool wants_many() const override { return false; }

 private:
  using Changes = std::span<const ChangedKeys::Change>;

  void find_ahead();
  void merge_changes(const AdjacencyIndex::List& list, Changes changes);
  bool contains(Huri key) const;
  template <bool kValues>
  std::size_t take_changed(std::size_t limit, std::uint32_t* rows, Huri* values);
  template <bool kValues>
  std::size_t take(std::size_t limit, std::uint32_t* rows, Huri* values);

  const IndexKeys& keys_;
  const bool returns_values_;
  const std::shared_ptr<const AdjacencyIndex> index_;
  const std::unique_ptr<ChangedKeys> changes_;
  std::span<const Huri> batch_;
  std::size_t row_ = 0, taken_ = 0;            // the next row, and the position in its list
  std::size_t ahead_from_ = 0, ahead_to_ = 0;  // rows whose lists are in ahead_
  std::array<AdjacencyIndex::List, 128> ahead_;
  std::vector<Huri> merged_;  // the values of the next row, if they are changed and taken_ is not 0
};

}  // namespace quadrille::query
