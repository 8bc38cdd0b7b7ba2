#pragma once

// An Operator of a plan returns its table chunk by chunk. All images of the team have the same tree of operators and
// make the same calls in the same order.
//
// O1  If collective() is true, next() calls collectives of the team: all members call it equally often, and it returns
//     the same on all of them. A member without rows returns true with an empty chunk.
// O2  If collective() is false, next() touches only memory that this image may read, and its result concerns only this
//     image.
// O3  open() is called first, once. Blocking children are drained there. It is collective if is_collective_anywhere().
// O4  A chunk may be empty. Its columns are those of schema().
// O5  schema_of() of an operator's class is the only place that derives its columns, distribution and order from those
//     of its inputs. An operator without it (Filter, Distinct, Slice) keeps those of its child.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "query/operators/plan_words.hpp"
#include "query/operators/work.hpp"
#include "query/table/context.hpp"
#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class Operator {
 public:
  virtual ~Operator() = default;

  const Schema& schema() const { return schema_; }
  bool collective() const { return collective_; }
  // True if open() or next() of this operator or one below it calls collectives. A join may be local in next() and
  // still exchange its right side in open().
  bool is_collective_anywhere() const;
  double estimated_rows = 0;

  void open(Context& context) {
    const WorkMeter meter(work_, context);
    do_open(context);
  }
  // Replaces the rows of `out` by the next rows. Returns false, with no rows, at the end of the table.
  bool next(Context& context, Table& out) {
    context.check();
    out.clear();
    const WorkMeter meter(work_, context);
    const bool more = do_next(context, out);
    std::atomic_ref(work_.rows).store(work_.rows + out.rows(), std::memory_order_relaxed);
    return more;
  }

  const Work& work() const { return work_; }  // so far, on this image
  // Its rows; for another thread than the one that runs it.
  std::uint64_t rows_so_far() const {
    return std::atomic_ref(const_cast<std::uint64_t&>(work_.rows)).load(std::memory_order_relaxed);
  }

  // For EXPLAIN (explanation.hpp): describe() returns the name in a word or two, such as "HashJoin left"; details()
  // returns what the operator works on.
  virtual std::string describe() const = 0;
  virtual Details details(const PlanWords&) const { return {}; }
  virtual std::vector<const Operator*> children() const { return {}; }

 protected:
  Operator(Schema schema, bool collective) : schema_(std::move(schema)), collective_(collective) {}
  virtual void do_open(Context& context) = 0;
  virtual bool do_next(Context& context, Table& out) = 0;

  Schema schema_;
  bool collective_;
  bool collective_open_ = false;  // do_open() itself calls collectives

 private:
  Work work_;
};

using OperatorPtr = std::unique_ptr<Operator>;

// The estimated rows of an operator and of all below it.
double estimated_work(const Operator& plan);

// Calls use(chunk) for all chunks of an opened operator; collective if the operator is.
template <class Use>
void for_each_chunk(Context& context, Operator& from, Use&& use) {
  Table chunk(context.arena, from.schema().columns.size());
  while (from.next(context, chunk)) use(chunk);
}

// The whole table of an opened operator; collective if the operator is.
Table drain(Context& context, Operator& from);

// An operator with one child, which it opens. It is expected to have as many rows.
class UnaryOperator : public Operator {
 public:
  std::vector<const Operator*> children() const override { return {child_.get()}; }

 protected:
  // By reference: callers derive the schema from that of the child in the same argument list.
  UnaryOperator(Schema schema, bool collective, OperatorPtr&& child)
      : Operator(std::move(schema), collective), child_(std::move(child)) {
    estimated_rows = child_->estimated_rows;
  }
  void do_open(Context& context) override { child_->open(context); }

  OperatorPtr child_;
};

// A Pipe reads one child chunk by chunk and may answer a chunk in several pieces, so that a join that multiplies its
// rows does not fill the memory.
class Pipe : public UnaryOperator {
 protected:
  Pipe(Schema schema, OperatorPtr&& child) : UnaryOperator(std::move(schema), child->collective(), std::move(child)) {}
  bool do_next(Context& context, Table& out) final;

  // Starts a new chunk of the child, which stays until the next begin().
  virtual void begin(Context& context, Table& input) = 0;
  // Appends about context.chunk_rows rows at most; returns true if the chunk has more.
  virtual bool emit(Context& context, Table& out) = 0;
  // True if begin() is more efficient with many rows. Then small chunks of the child are combined, more and more of
  // them, so that the first rows are not delayed.
  virtual bool wants_many() const { return false; }

 private:
  bool read_input(Context& context);

  std::unique_ptr<Table> input_, more_;
  std::size_t wanted_rows_ = 1;  // to combine
  bool child_ended_ = false;
  bool pending_ = false;
};

}  // namespace quadrille::query
