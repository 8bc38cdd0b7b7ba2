#pragma once

// Hands on each different row once (SPARQL 1.1 Query, 18.5, Distinct), the first of its kind as soon as it comes. Equal
// rows must be on one image: the planner has exchanged them by hash where they were not. Local.

#include <unordered_set>

#include "query/operator.hpp"

namespace quadrille::query {

class Distinct final : public Pipe {
 public:
  explicit Distinct(OperatorPtr child);
  std::string describe() const override { return "Distinct"; }
  Details details(const PlanWords& words) const override;

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  bool add(const Table& rows, std::size_t row);
  void grow();
  std::uint64_t hash_of(const Table& rows, std::size_t row) const;

  std::unique_ptr<Table> seen_;
  std::vector<std::uint32_t> slots_;  // open addressing: row of seen_, or kNoRow
  std::vector<std::uint32_t> picked_;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
