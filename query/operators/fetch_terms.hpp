#pragma once

// Brings the terms that some columns hold and other groups of images have, one batch a chunk, so that what stands above
// (conditions, expressions, sorting, writing) reads them here. The planner puts it there when the team has several
// groups; in one group every term can be read where it lies.
//
//   for a chunk      until the next chunk is asked for: for operators that are done with one chunk before the next
//   for good         until the query ends: for tables that are kept, the right side of a join with conditions
//
// Each term is asked for once a chunk (once at all, for good), of the kinds that are wanted only. Collective.
// Source: CGE21 5.1.

#include <memory>
#include <utility>
#include <vector>

#include "query/expression/kind_set.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class FetchTerms final : public Operator {
 public:
  struct Column {
    VariableId variable = 0;
    KindSet kinds = kAllKinds;  // of ids whose terms are wanted; volatile ones of any kind are
  };
  // `columns` are the child's. texts: of_chunk or for_good.
  FetchTerms(OperatorPtr child, const std::vector<Column>& columns, Texts texts);
  ~FetchTerms() override;
  std::string describe() const override { return "FetchTerms"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override { return {child_.get()}; }

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  OperatorPtr child_;
  std::vector<std::pair<std::size_t, KindSet>> columns_;
  const Texts texts_;
  QueryDictionary* dictionary_ = nullptr;
  std::unique_ptr<FetchedTerms> terms_;
  std::vector<Huri> wanted_;
};

}  // namespace quadrille::query
