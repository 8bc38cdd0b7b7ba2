#pragma once

// A Node is one operation of a compiled expression. It is called once a batch, for some rows; it contains the loop.
//
// N1  Every call of evaluate() or condition() makes the same reads and EXISTS calls in the same order, whatever the
//     rows: children are called even if no row needs them (with no rows), and reads happen even if nothing is missing.
// N2  pending() is fixed after compiling: the kinds of terms that evaluate() may return without their text.
//
// Local objects, called by other nodes and the Evaluator.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "query/expression/batch.hpp"
#include "query/expression/comparison.hpp"
#include "query/expression/detail/buffers.hpp"
#include "query/expression/detail/text_fetch.hpp"
#include "query/expression/evaluation_context.hpp"
#include "query/expression/kind_set.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query::detail {

// The buffers of the context; creates them if there are none yet.
Buffers& buffers_of(EvaluationContext& context);

// The data of one call of an expression.
struct Step {
  const Batch& batch;
  EvaluationContext& context;
  TextFetch& texts;
  Arena& arena;
  Buffers& buffers = buffers_of(context);
  std::size_t work = 0;

  // Counts `rows` computed rows and checks the deadline now and then. A row may be slow (a pattern, a number of many
  // digits), and an expression long.
  void count(std::size_t rows = 1) {
    constexpr std::size_t kRowsBetweenChecks = 64;
    if ((work += rows) < kRowsBetweenChecks) return;
    work = 0;
    if (context.check) context.check();
  }
};

// Lends a buffer for its lifetime: one item for each row of the batch. A buffer of row numbers is empty, with room for
// all.
template <class Item>
class Lent {
 public:
  explicit Lent(Step& step) : pool_(step.buffers.of<Item>()) {
    items_ = pool_.take(step.batch.rows, step.context.charge);
    if constexpr (std::is_same_v<Item, RowNumber>) {
      items_.clear();
    } else {
      items_.resize(step.batch.rows);
    }
  }
  ~Lent() { pool_.give_back(std::move(items_)); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  std::vector<Item>& operator*() { return items_; }
  const std::vector<Item>& operator*() const { return items_; }
  std::vector<Item>* operator->() { return &items_; }

 private:
  BufferPool<Item>& pool_;
  std::vector<Item> items_;
};
using LentRows = Lent<RowNumber>;
using LentTruths = Lent<Truth>;
using LentValues = Lent<Value>;

class Node {
 public:
  virtual ~Node() = default;
  // Computes out[row] for the rows.
  virtual void evaluate(Step& step, const Rows& rows, std::span<Value> out) = 0;
  // The effective boolean value; the default calls evaluate().
  virtual void condition(Step& step, const Rows& rows, std::span<Truth> out);
  virtual const Value* constant() const { return nullptr; }
  virtual std::optional<ColumnIndex> column() const { return std::nullopt; }  // of a variable that can be bound

  KindSet pending() const { return pending_; }

 protected:
  KindSet pending_;
};
using NodePtr = std::unique_ptr<Node>;

// A node whose result is a condition: it implements condition(), and evaluate() makes booleans and errors of that.
class ConditionNode : public Node {
 public:
  void evaluate(Step& step, const Rows& rows, std::span<Value> out) final;
  void condition(Step& step, const Rows& rows, std::span<Truth> out) override = 0;
};

// A child and its values for the current rows, from evaluate() to release(). A constant has one value for all rows.
class Operand {
 public:
  explicit Operand(NodePtr node) : node_(std::move(node)) {
    if (const Value* constant = node_->constant()) values_.assign(1, *constant), mask_ = 0;
  }

  const Node& node() const { return *node_; }
  const Value* constant() const { return node_->constant(); }
  const Value& operator[](RowNumber row) const { return values_[row & mask_]; }

  void evaluate(Step& step, const Rows& rows) {
    if (constant() != nullptr) return;
    values_ = step.buffers.of<Value>().take(step.batch.rows, step.context.charge);
    values_.resize(step.batch.rows);
    node_->evaluate(step, rows, values_);
  }
  void release(Step& step) {
    if (constant() == nullptr) step.buffers.of<Value>().give_back(std::move(values_));
  }
  // Reads missing texts of these kinds; makes no call if none can be missing.
  void read(Step& step, const Rows& rows, KindSet kinds) {
    if (!(kinds & node_->pending()).empty()) step.texts.read(step.context, rows, values_, kinds);
  }

 private:
  NodePtr node_;
  std::vector<Value> values_;
  RowNumber mask_ = ~RowNumber{0};
};

}  // namespace quadrille::query::detail
