#pragma once

// A SpreadSort sorts the rows of all images on all images, for a whole answer in order: each sorts its own rows, and
// samples of these divide the order into ranges (sample sort: Frazer and McKellar, "Samplesort", 1970). Range r goes to
// member r mod team size, which merges what comes from each image:
//
//   next()        member 0    member 1    member 2        Distribution::in_turn: call by call, and within a call
//   first call    range 0     range 1     range 2         in the order of members, the rows are sorted
//   second call   range 3     range 4     ...
//
// A range has about context.chunk_rows rows, also if all rows have equal keys: among these, an image and a place
// decide. Collective. In one group, values of keys are read where they were computed; between groups they are computed
// again. Of an expression with RAND() the order is then not that of the values of either time.

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pgas/exchange.hpp"
#include "query/operators/sort.hpp"

namespace quadrille::query {

class SpreadSort final : public UnaryOperator {
 public:
  SpreadSort(OperatorPtr child, SortedRows::Keys keys);
  std::string describe() const override { return "SpreadSort"; }
  Details details(const PlanWords& words) const override { return {{"by", in_words(keys_, words)}}; }

  static Schema schema_of(const Schema& child);

 private:
  // A sample: its row in rows_, and whose it is.
  struct Sample {
    std::uint32_t row;
    int member;
    std::uint64_t place;
  };
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  std::vector<Sample> samples(Context& context, std::uint64_t every);
  void divide(Context& context, std::vector<Sample> samples, std::size_t ranges);
  void pack(Context& context);
  void receive(Context& context);

  const SortedRows::Keys keys_;
  std::unique_ptr<SortedRows> rows_, received_;
  std::vector<std::uint32_t> order_;                    // of this image's rows
  std::vector<std::size_t> ends_;                       // in order_: by range
  std::size_t round_ = 0, rounds_ = 0;                  // calls of next()
  std::unique_ptr<Table> packed_;                       // this image's rows of the ranges of one call
  std::vector<std::pmr::vector<Value>> packed_values_;  // the same by key, in one group
  std::span<pgas::Block> blocks_;    // by member: its columns, the values of its keys, the number of rows
  std::span<std::uint64_t> counts_;  // by member
};

}  // namespace quadrille::query
