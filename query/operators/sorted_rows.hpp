#pragma once

// SortedRows keeps rows with the values of the keys of an ORDER BY, and sorts them (SPARQL 1.1 Query, 15.1); ties stay
// in the order of arrival. HURIs of IRIs and strings of the database give their order, except for those of updates,
// which are read and get their places among the others (text_places.hpp).
//
// Local inside a group (every image calls add() equally often). All that grows with the rows counts against the query's
// budget. Values and their texts are in `memory`: in the arena itself if other images of the group read them, else in
// its own(), which cut() can give back.

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "parser/algebra.hpp"
#include "query/operators/conditions.hpp"
#include "query/terms/text_places.hpp"

namespace quadrille::query {

class SortedRows {
 public:
  using Keys = std::vector<parser::OrderBy::Key>;

  // The kinds of terms that are read for the values of a key.
  static KindSet read_kinds(const parser::Expression& key, const Schema& schema, const QueryDictionary& dictionary);

  // `keys` must outlive the object. `schema`: of the rows.
  SortedRows(Context& context, const Keys& keys, const Schema& schema, std::pmr::memory_resource& memory);

  std::size_t size() const { return rows_.rows(); }
  std::size_t keys() const { return keys_.size(); }
  const Table& rows() const { return rows_; }
  std::span<const Value> values(std::size_t key) const { return values_[key]; }

  void add(const Table& rows);
  // The same for rows whose values are known; texts of the values stay where they are. `values`: by key, then by row.
  void add(const Table& rows, std::span<const std::span<const Value>> values);
  void clear();

  // Sorts, or finds the first `most` rows, which `order()` then holds. At least once after the last add().
  void sort(std::size_t most = ~std::size_t{0});
  // The same for rows that came as several sorted runs; `ends`: of the runs, ascending.
  void merge(std::span<const std::size_t> ends);
  std::span<const std::uint32_t> order() const { return order_; }
  // By the keys alone; valid after sort() or merge(), and for rows that came later after find_places().
  std::weak_ordering compare(std::uint32_t a, std::uint32_t b) const;
  void find_places();
  // Drops all rows but the first `most`, which stay in the order of arrival.
  void cut(std::size_t most);

 private:
  void read_delta(const Batch& batch, std::span<Value> values);
  template <class Sort>
  void sort_with(const Sort& sort);

  Context& context_;
  const Keys& keys_;
  std::pmr::memory_resource& memory_;
  Evaluation evaluation_;
  std::vector<Evaluator> evaluators_;
  std::vector<KindSet> read_kinds_;                             // by key
  std::vector<std::optional<TextPlaces>> places_;               // by key, if terms of updates were read
  std::unique_ptr<std::pmr::monotonic_buffer_resource> texts_;  // of values_
  Table rows_;
  std::vector<std::pmr::vector<Value>> values_;  // by key, then by row
  std::unique_ptr<Table> first_rows_;            // used by cut()
  std::vector<std::uint32_t> order_;
  std::uint64_t solutions_ = 0;
};

}  // namespace quadrille::query
