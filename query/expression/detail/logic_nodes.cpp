#include "query/expression/detail/logic_nodes.hpp"

#include "base/assert.hpp"

namespace quadrille::query::detail {

namespace {

// || and &&: `decides` is the truth that determines the result whatever the other operands are.
class Connective : public ConditionNode {
 public:
  Connective(Truth decides, std::vector<NodePtr> children) : decides_(decides), children_(std::move(children)) {}

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    children_.front()->condition(step, rows, out);
    LentTruths lent(step);
    LentRows open(step);
    std::vector<Truth>& truths = *lent;
    for (std::size_t i = 1; i < children_.size(); ++i) {
      open->clear();
      rows.for_each([&](RowNumber row) {
        if (out[row] != decides_) open->push_back(row);
      });
      step.count(1 + open->size() / 64);
      children_[i]->condition(step, Rows(*open), truths);
      for (const RowNumber row : *open) {
        if (truths[row] == decides_ || out[row] != Truth::error) out[row] = truths[row];
      }
    }
  }

 private:
  const Truth decides_;
  std::vector<NodePtr> children_;
};

class Not : public ConditionNode {
 public:
  explicit Not(NodePtr child) : child_(std::move(child)) {}

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    child_->condition(step, rows, out);
    rows.for_each([&](RowNumber row) { out[row] = negate(out[row]); });
  }

 private:
  NodePtr child_;
};

class If : public Node {
 public:
  If(NodePtr condition, NodePtr then, NodePtr otherwise)
      : condition_(std::move(condition)), then_(std::move(then)), otherwise_(std::move(otherwise)) {
    pending_ = then_->pending() | otherwise_->pending();
  }

  void evaluate(Step& step, const Rows& rows, std::span<Value> out) override {
    rows.for_each([&](RowNumber row) { out[row] = Value::error(); });
    const Branches rows_of(step, *condition_, rows);
    then_->evaluate(step, rows_of.yes(), out);
    otherwise_->evaluate(step, rows_of.no(), out);
  }

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    rows.for_each([&](RowNumber row) { out[row] = Truth::error; });
    const Branches rows_of(step, *condition_, rows);
    then_->condition(step, rows_of.yes(), out);
    otherwise_->condition(step, rows_of.no(), out);
  }

 private:
  // Divides the rows by the condition's truth, without those where it is an error.
  class Branches {
   public:
    Branches(Step& step, Node& condition, const Rows& rows) : yes_(step), no_(step) {
      LentTruths truths(step);
      condition.condition(step, rows, *truths);
      rows.for_each([&](RowNumber row) {
        if ((*truths)[row] == Truth::yes) yes_->push_back(row);
        if ((*truths)[row] == Truth::no) no_->push_back(row);
      });
    }
    Rows yes() const { return Rows(*yes_); }
    Rows no() const { return Rows(*no_); }

   private:
    LentRows yes_, no_;
  };

  NodePtr condition_, then_, otherwise_;
};

class Coalesce : public Node {
 public:
  explicit Coalesce(std::vector<NodePtr> children) : children_(std::move(children)) {
    for (const NodePtr& child : children_) pending_ |= child->pending();
  }

  void evaluate(Step& step, const Rows& rows, std::span<Value> out) override {
    LentRows open(step);
    rows.for_each([&](RowNumber row) {
      open->push_back(row);
      out[row] = Value::error();
    });
    for (const NodePtr& child : children_) {
      step.count(1 + open->size() / 64);
      child->evaluate(step, Rows(*open), out);
      std::erase_if(*open, [&](RowNumber row) { return out[row].is_bound(); });
    }
    for (const RowNumber row : *open) out[row] = Value::error();
  }

 private:
  std::vector<NodePtr> children_;
};

class Bound : public ConditionNode {
 public:
  explicit Bound(ColumnIndex column) : column_(column) {}

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    const std::span<const Huri> huris = step.batch.columns[column_];
    rows.for_each([&](RowNumber row) { out[row] = truth(!huris[row].is_unbound()); });
  }

 private:
  ColumnIndex column_;
};

class Exists : public ConditionNode {
 public:
  explicit Exists(const parser::Expression& expression)
      : expression_(expression), negated_(expression.kind == parser::ExpressionKind::not_exists) {}

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    QUADRILLE_ASSERT(step.context.exists, "who evaluates EXISTS gives the context a way to");
    LentRows selection(step);
    rows.for_each([&](RowNumber row) { selection->push_back(row); });
    if (step.batch.rows > capacity_) {
      capacity_ = step.batch.rows;
      answers_ = std::make_unique<bool[]>(capacity_);
    }
    Batch batch = step.batch;
    batch.selection = *selection;
    step.context.exists(expression_, batch, std::span(answers_.get(), step.batch.rows));
    rows.for_each([&](RowNumber row) { out[row] = truth(answers_[row] != negated_); });
  }

 private:
  const parser::Expression& expression_;
  const bool negated_;
  std::unique_ptr<bool[]> answers_;
  std::size_t capacity_ = 0;
};

}  // namespace

NodePtr make_or(std::vector<NodePtr> children) {
  return std::make_unique<Connective>(Truth::yes, std::move(children));
}

NodePtr make_and(std::vector<NodePtr> children) {
  return std::make_unique<Connective>(Truth::no, std::move(children));
}

NodePtr make_not(NodePtr child) {
  return std::make_unique<Not>(std::move(child));
}

NodePtr make_if(NodePtr condition, NodePtr then, NodePtr otherwise) {
  return std::make_unique<If>(std::move(condition), std::move(then), std::move(otherwise));
}

NodePtr make_coalesce(std::vector<NodePtr> children) {
  return std::make_unique<Coalesce>(std::move(children));
}

NodePtr make_bound(ColumnIndex column) {
  return std::make_unique<Bound>(column);
}

NodePtr make_exists(const parser::Expression& expression) {
  return std::make_unique<Exists>(expression);
}

}  // namespace quadrille::query::detail
