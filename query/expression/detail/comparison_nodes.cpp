#include "query/expression/detail/comparison_nodes.hpp"

#include <unordered_set>

namespace quadrille::query::detail {

namespace {

using parser::ExpressionKind;

// The three relations that two operands can be tested for. Each answers without texts where it can, and with them always.
struct EqualTo {
  static constexpr KindSet kKinds = kTermKinds;
  bool negated;
  Truth answer(Truth equal) const { return negated ? negate(equal) : equal; }
  std::optional<Truth> without_text(const Value& a, const Value& b) const {
    const auto known = equal_without_text(a, b);
    return known ? std::optional(answer(*known)) : std::nullopt;
  }
  Truth with_text(const Value& a, const Value& b, Arena&) const { return answer(equal(a, b)); }
};

struct SameTermAs {
  static constexpr KindSet kKinds = kTermKinds;
  std::optional<Truth> without_text(const Value& a, const Value& b) const { return same_term_without_text(a, b); }
  Truth with_text(const Value& a, const Value& b, Arena& arena) const { return same_term(a, b, arena); }
};

struct OrderedBy {
  static constexpr KindSet kKinds = kUnreadKinds | KindSet{HuriKind::string};
  bool less, equal, greater;  // for which orders the answer is yes
  Truth answer(Order order) const {
    switch (order) {
      case Order::less: return truth(less);
      case Order::equal: return truth(equal);
      case Order::greater: return truth(greater);
      case Order::unordered: return Truth::no;
      default: return Truth::error;
    }
  }
  std::optional<Truth> without_text(const Value& a, const Value& b) const {
    const auto known = compare_without_text(a, b);
    return known ? std::optional(answer(*known)) : std::nullopt;
  }
  Truth with_text(const Value& a, const Value& b, Arena&) const { return answer(compare(a, b)); }
};

template <class Relation>
class Comparison : public ConditionNode {
 public:
  Comparison(Relation relation, NodePtr left, NodePtr right)
      : relation_(relation), left_(std::move(left)), right_(std::move(right)) {}

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    left_.evaluate(step, rows);
    right_.evaluate(step, rows);
    open_.clear();
    rows.for_each([&](RowNumber row) {
      const auto known = relation_.without_text(left_[row], right_[row]);
      if (known) {
        out[row] = *known;
      } else {
        open_.push_back(row);
      }
    });
    left_.read(step, Rows(open_), Relation::kKinds);
    right_.read(step, Rows(open_), Relation::kKinds);
    for (const RowNumber row : open_) out[row] = relation_.with_text(left_[row], right_[row], step.arena);
  }

 private:
  Relation relation_;
  Operand left_, right_;
  std::vector<RowNumber> open_;
};

// A column = or != a constant IRI whose HURI is known: the same HURI, or else not the same term, but for IRIs that are
// not stable.
class ColumnIsIri : public ConditionNode {
 public:
  ColumnIsIri(ColumnIndex column, const Value& iri, bool negated) : column_(column), iri_(iri), negated_(negated) {}

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    const std::span<const Huri> huris = step.batch.columns[column_];
    const Truth same = truth(!negated_);
    const Truth different = truth(negated_);
    open_.clear();
    rows.for_each([&](RowNumber row) {
      const Huri huri = huris[row];
      out[row] = huri == iri_.huri() ? same : huri.is_unbound() ? Truth::error : different;
      if (huri.is_iri() && huri.is_volatile() && huri != iri_.huri()) open_.push_back(row);
    });
    values_.resize(step.batch.rows);
    for (const RowNumber row : open_) values_[row] = Value::from_huri(huris[row], step.arena);
    step.texts.read(step.context, Rows(open_), values_, kIriKinds);
    for (const RowNumber row : open_) out[row] = values_[row].text() == iri_.text() ? same : different;
  }

 private:
  ColumnIndex column_;
  Value iri_;
  bool negated_;
  std::vector<RowNumber> open_;
  std::vector<Value> values_;
};

template <class Relation>
NodePtr compare_by(Relation relation, NodePtr left, NodePtr right) {
  return std::make_unique<Comparison<Relation>>(relation, std::move(left), std::move(right));
}

bool is_known_iri(const Node& node) {
  const Value* constant = node.constant();
  return constant != nullptr && constant->kind() == ValueKind::iri && !constant->huri().is_unbound();
}

NodePtr make_equality(bool negated, NodePtr left, NodePtr right) {
  if (is_known_iri(*left) && right->column()) std::swap(left, right);
  if (left->column() && is_known_iri(*right)) {
    return std::make_unique<ColumnIsIri>(*left->column(), *right->constant(), negated);
  }
  return compare_by(EqualTo{negated}, std::move(left), std::move(right));
}

// x IN (a, b, ...) is x = a || x = b || ...   Constants that are IRIs or strings with a HURI are found in a set: a value
// that is settled by its own HURI or kind needs no look at them one by one.
class In : public ConditionNode {
 public:
  In(bool negated, NodePtr value, std::vector<NodePtr> list) : negated_(negated), value_(std::move(value)) {
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
    open_.clear();
    unread_.clear();
    rows.for_each([&](RowNumber row) { start(row, out[row]); });
    value_.read(step, Rows(unread_), kTermKinds);
    for (const RowNumber row : unread_) test_constants(row, out[row]);
    for (Operand& item : computed_) test_computed(step, item, out);
    if (negated_) rows.for_each([&](RowNumber row) { out[row] = negate(out[row]); });
  }

 private:
  void add_constant(const Value& constant) {
    const bool has_identity = !constant.huri().is_unbound() && !constant.huri().is_volatile();
    if (has_identity && equal_without_text(constant, constant) == Truth::yes) members_.insert(constant.huri());
    const bool text = constant.kind() == ValueKind::iri || constant.is_string();
    (has_identity && text ? identified_ : others_).push_back(constant);
  }

  // No constant of identified_ that is another term can be equal to this value, nor is comparing them an error.
  static bool is_settled(const Value& value) {
    if (value.kind() == ValueKind::unread || value.kind() == ValueKind::typed) return false;
    const bool text = value.kind() == ValueKind::iri || value.is_string();
    return !text || (!value.huri().is_unbound() && !value.huri().is_volatile());
  }

  void start(RowNumber row, Truth& out) {
    const Value& value = value_[row];
    if (empty_ || members_.contains(value.huri())) {
      out = truth(!empty_);
    } else if (!value.is_bound()) {
      out = Truth::error;
    } else {
      if (!test_constants(row, out)) unread_.push_back(row);
      open_.push_back(row);
    }
  }

  // False if a text is missing.
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

  // One more `|| x = item`.
  void test_computed(Step& step, Operand& item, std::span<Truth> out) {
    std::erase_if(open_, [&](RowNumber row) { return out[row] == Truth::yes; });
    item.evaluate(step, Rows(open_));
    unread_.clear();
    for (const RowNumber row : open_) {
      const auto known = equal_without_text(value_[row], item[row]);
      if (!known) unread_.push_back(row);
      if (known && *known != Truth::no) out[row] = *known;
    }
    value_.read(step, Rows(unread_), kTermKinds);
    item.read(step, Rows(unread_), kTermKinds);
    for (const RowNumber row : unread_) {
      const Truth known = equal(value_[row], item[row]);
      if (known != Truth::no) out[row] = known;
    }
  }

  const bool negated_;
  bool empty_ = false;
  Operand value_;
  std::unordered_set<Huri> members_;  // of constants that are equal to themselves
  std::vector<Value> identified_, others_;
  std::vector<Operand> computed_;
  std::vector<RowNumber> open_, unread_;
};

}  // namespace

NodePtr make_comparison(ExpressionKind kind, NodePtr left, NodePtr right) {
  switch (kind) {
    case ExpressionKind::equal: return make_equality(false, std::move(left), std::move(right));
    case ExpressionKind::not_equal: return make_equality(true, std::move(left), std::move(right));
    case ExpressionKind::less: return compare_by(OrderedBy{true, false, false}, std::move(left), std::move(right));
    case ExpressionKind::less_equal: return compare_by(OrderedBy{true, true, false}, std::move(left), std::move(right));
    case ExpressionKind::greater: return compare_by(OrderedBy{false, false, true}, std::move(left), std::move(right));
    default: return compare_by(OrderedBy{false, true, true}, std::move(left), std::move(right));
  }
}

NodePtr make_same_term(NodePtr left, NodePtr right) {
  return compare_by(SameTermAs{}, std::move(left), std::move(right));
}

NodePtr make_in(bool negated, NodePtr value, std::vector<NodePtr> list) {
  return std::make_unique<In>(negated, std::move(value), std::move(list));
}

}  // namespace quadrille::query::detail
