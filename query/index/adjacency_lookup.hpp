#pragma once

// An AdjacencyLookup reads the values of keys from arrays (AdjacencyIndex), in the order of the rows. The path is
// constants, one key and the values, which are its only output if it has one. Local. Cost: 2 to 4 ns a row and value.

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "quadstore/adjacency_index.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/lookup.hpp"

namespace quadrille::query {

class AdjacencyLookup final : public Lookup {
 public:
  AdjacencyLookup(const IndexKeys& keys, bool returns_values, std::shared_ptr<const AdjacencyIndex> index)
      : keys_(keys), returns_values_(returns_values), index_(std::move(index)) {}

  void begin(Context& context, const Table& input) override;
  bool next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) override;
  void pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) override;
  bool wants_many() const override { return false; }

 private:
  void find_ahead();
  template <bool kValues>
  std::size_t take(std::size_t limit, std::uint32_t* rows, Huri* values);

  const IndexKeys& keys_;
  const bool returns_values_;
  const std::shared_ptr<const AdjacencyIndex> index_;
  std::span<const Huri> batch_;
  std::size_t row_ = 0, taken_ = 0;            // the next row, and the position in its list
  std::size_t ahead_from_ = 0, ahead_to_ = 0;  // rows whose lists are in ahead_
  std::array<AdjacencyIndex::List, 128> ahead_;
};

}  // namespace quadrille::query
