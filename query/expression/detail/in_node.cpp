#include <unordered_set>

#include "query/expression/detail/comparison_nodes.hpp"

namespace quadrille::query::detail {

namespace {

// x IN (a, b, ...) is x = a || x = b || ...   Constants that are IRIs or strings with a HURI are looked up in a set: a
// value that its own HURI or kind decides is not compared with them one by one.
class In : public ConditionNode {
 public:
  In(bool negated, NodePtr value, std::vector<NodePtr> list, bool volatile_terms)
      : negated_(negated), value_(std::move(value)), identity_decides_(!volatile_terms && value_.node().column()) {
    for (NodePtr& node : list) {
      if (const Value* constant = node->constant()) {
        add_constant(*constant);
      } else {
        computed_.emplace_back(std::move(node));
      }
    }
    empty_ = list.empty();
  }

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    value_.evaluate(step, rows);
    LentRows open(step), unread(step);
    const std::size_t work = 1 + (identified_.size() + others_.size()) / 64;  // of a row, at most
    rows.for_each([&](RowNumber row) {
      start(row, out[row], *open, *unread);
      step.count(work);
    });
    value_.read(step, Rows(*unread), constant_kinds_);
    for (const RowNumber row : *unread) {
      test_constants(row, out[row]);
      step.count(work);
    }
    for (Operand& item : computed_) test_computed(step, item, *open, *unread, out);
    value_.release(step);
    if (negated_) rows.for_each([&](RowNumber row) { out[row] = negate(out[row]); });
  }

 private:
  void add_constant(const Value& constant) {
    const bool has_identity = has_one_huri(constant);
    if (has_identity && equal_without_text(constant, constant) == Truth::yes) members_.insert(constant.huri());
    const bool text = constant.kind() == ValueKind::iri || constant.is_string();
    const bool identified = has_identity && text;
    (identified ? identified_ : others_).push_back(constant);
    if (!identified || !identity_decides_) constant_kinds_ |= kinds_like(constant);
  }

  // True if no constant of identified_ that is another term can equal this value or give an error.
  static bool is_settled(const Value& value) {
    if (value.kind() == ValueKind::unread || value.kind() == ValueKind::typed) return false;
    const bool text = value.kind() == ValueKind::iri || value.is_string();
    return !text || has_one_huri(value);
  }

  using RowNumbers = std::vector<RowNumber>;

  void start(RowNumber row, Truth& out, RowNumbers& open, RowNumbers& unread) const {
    const Value& value = value_[row];
    if (empty_ || members_.contains(value.huri())) {
      out = truth(!empty_);
    } else if (!value.is_bound()) {
      out = Truth::error;
    } else {
      if (!test_constants(row, out)) unread.push_back(row);
      open.push_back(row);
    }
  }

  // Returns false if a text is missing.
  bool test_constants(RowNumber row, Truth& out) const {
    const Value& value = value_[row];
    out = Truth::no;
    const auto test = [&](const std::vector<Value>& constants) {
      for (const Value& constant : constants) {
        const auto known = equal_without_text(value, constant);
        if (!known) return false;
        if (*known != Truth::no) out = *known;
        if (out == Truth::yes) return true;
      }
      return true;
    };
    return (is_settled(value) || test(identified_)) && (out == Truth::yes || test(others_));
  }

  // Evaluates one more `|| x = item`.
  void test_computed(Step& step, Operand& item, RowNumbers& open, RowNumbers& unread, std::span<Truth> out) {
    std::erase_if(open, [&](RowNumber row) { return out[row] == Truth::yes; });
    step.count(1 + open.size() / 64);
    item.evaluate(step, Rows(open));
    unread.clear();
    for (const RowNumber row : open) {
      const auto known = equal_without_text(value_[row], item[row]);
      if (!known) unread.push_back(row);
      if (known && *known != Truth::no) out[row] = *known;
    }
    value_.read(step, Rows(unread), kAllKinds);
    item.read(step, Rows(unread), kAllKinds);
    for (const RowNumber row : unread) {
      const Truth known = equal(value_[row], item[row]);
      if (known != Truth::no) out[row] = known;
    }
    item.release(step);
  }

  const bool negated_;
  bool empty_ = false;
  Operand value_;
  const bool identity_decides_;       // no value is of the query or without HURI
  KindSet constant_kinds_;            // whose texts may be needed to compare with the constants
  std::unordered_set<Huri> members_;  // of constants that are equal to themselves
  std::vector<Value> identified_, others_;
  std::vector<Operand> computed_;
};

}  // namespace

NodePtr make_in(bool negated, NodePtr value, std::vector<NodePtr> list, bool volatile_terms) {
  return std::make_unique<In>(negated, std::move(value), std::move(list), volatile_terms);
}

}  // namespace quadrille::query::detail
