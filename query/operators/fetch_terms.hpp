#pragma once

// A FetchTerms fetches the terms of some columns from other groups of images, in one batch for each chunk, so that the
// operators above it (conditions, expressions, sorting, writing) can read them here. The planner adds it if the team
// has several groups; in one group every term can be read where it lies.
//
//   for a chunk      valid until the next chunk is read: for operators that are done with one chunk before the next
//   for the query    valid until the query ends: for tables that are kept, and the right side of a join with conditions
//
// Requests each term once a chunk (for the query: once), and only terms of the wanted kinds. Collective.
// Source: CGE21 5.1.

#include <memory>
#include <utility>
#include <vector>

#include "query/expression/kind_set.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class FetchTerms final : public UnaryOperator {
 public:
  struct Column {
    VariableId variable = 0;
    KindSet kinds = kAllKinds;  // of ids whose terms are wanted; terms of volatile ids of any kind are wanted
  };
  // `columns` are columns of the child. texts: of_chunk or for_good.
  FetchTerms(OperatorPtr child, const std::vector<Column>& columns, Texts texts);
  ~FetchTerms() override;
  std::string describe() const override { return "FetchTerms"; }
  Details details(const PlanWords& words) const override;

  // Distribution and order stay. A column of which only some kinds are fetched does not count as readable.
  static Schema schema_of(const Schema& child, const std::vector<Column>& columns, Texts texts);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  std::vector<std::pair<std::size_t, KindSet>> columns_;
  const Texts texts_;
  QueryDictionary* dictionary_ = nullptr;
  std::unique_ptr<FetchedTerms> terms_;
  std::vector<Huri> wanted_;
};

}  // namespace quadrille::query
