#include "query/expression/detail/comparison_nodes.hpp"

namespace quadrille::query::detail {

namespace {

using parser::ExpressionKind;

// The three relations of two operands. Each decides without texts if it can, and always with them. It may need texts
// of kKinds; of kIdentified only if a HURI is volatile or missing.
struct EqualTo {
  static constexpr KindSet kKinds = kAllKinds;
  static constexpr KindSet kIdentified = kAllKinds.without({HuriKind::number, HuriKind::temporal, HuriKind::typed});
  bool negated;
  Truth answer(Truth equal) const { return negated ? negate(equal) : equal; }
  std::optional<Truth> without_text(const Value& a, const Value& b) const {
    const auto known = equal_without_text(a, b);
    return known ? std::optional(answer(*known)) : std::nullopt;
  }
  Truth with_text(const Value& a, const Value& b, Arena&) const { return answer(equal(a, b)); }
};

struct SameTermAs {
  static constexpr KindSet kKinds = kAllKinds;
  static constexpr KindSet kIdentified = kAllKinds;
  std::optional<Truth> without_text(const Value& a, const Value& b) const { return same_term_without_text(a, b); }
  Truth with_text(const Value& a, const Value& b, Arena& arena) const { return same_term(a, b, arena); }
};

struct OrderedBy {
  static constexpr KindSet kKinds{HuriKind::string, HuriKind::number, HuriKind::temporal, HuriKind::typed};
  static constexpr KindSet kIdentified{HuriKind::string};
  bool less, equal, greater;  // the orders for which the answer is yes
  Truth answer(Order order) const {
    switch (order) {
      case Order::less:
        return truth(less);
      case Order::equal:
        return truth(equal);
      case Order::greater:
        return truth(greater);
      case Order::unordered:
        return Truth::no;
      default:
        return Truth::error;
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
  Comparison(Relation relation, NodePtr left, NodePtr right, bool volatile_terms)
      : relation_(relation), left_(std::move(left)), right_(std::move(right)) {
    left_kinds_ = kinds_beside(right_);
    right_kinds_ = kinds_beside(left_);
    if (!volatile_terms && has_stable_huris(left_) && has_stable_huris(right_)) {
      left_kinds_ = left_kinds_.without(Relation::kIdentified);
      right_kinds_ = right_kinds_.without(Relation::kIdentified);
    }
  }

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    left_.evaluate(step, rows);
    right_.evaluate(step, rows);
    LentRows open(step);
    rows.for_each([&](RowNumber row) {
      const auto known = relation_.without_text(left_[row], right_[row]);
      if (known) {
        out[row] = *known;
      } else {
        open->push_back(row);
      }
    });
    left_.read(step, Rows(*open), left_kinds_);
    right_.read(step, Rows(*open), right_kinds_);
    for (const RowNumber row : *open) out[row] = relation_.with_text(left_[row], right_[row], step.arena);
    left_.release(step);
    right_.release(step);
  }

 private:
  // The kinds whose texts may be needed for values that are compared with this operand.
  static KindSet kinds_beside(const Operand& operand) {
    return Relation::kKinds & (operand.constant() != nullptr ? kinds_like(*operand.constant()) : kAllKinds);
  }
  // True if there are no volatile terms.
  static bool has_stable_huris(const Operand& operand) {
    if (const Value* constant = operand.constant()) return !constant->huri().is_unbound();
    return operand.node().column().has_value();
  }

  Relation relation_;
  Operand left_, right_;
  KindSet left_kinds_, right_kinds_;
};

template <class Relation>
NodePtr compare_by(Relation relation, NodePtr left, NodePtr right, bool volatile_terms) {
  return std::make_unique<Comparison<Relation>>(relation, std::move(left), std::move(right), volatile_terms);
}

}  // namespace

KindSet kinds_like(const Value& constant) {
  switch (constant.kind()) {
    case ValueKind::iri:
      return kIriKinds;
    case ValueKind::string:
      return {HuriKind::string};
    case ValueKind::language_string:
      return kLanguageKinds;
    case ValueKind::triple:
      return kTripleKinds;
    case ValueKind::temporal:
      return {HuriKind::temporal};
    case ValueKind::duration:
    case ValueKind::typed:
      return kUnreadKinds.without({HuriKind::number, HuriKind::temporal});
    default:
      return constant.is_numeric() ? KindSet{HuriKind::number} : kNothing;
  }
}

NodePtr make_comparison(ExpressionKind kind, NodePtr left, NodePtr right, bool volatile_terms) {
  switch (kind) {
    case ExpressionKind::equal:
      return compare_by(EqualTo{false}, std::move(left), std::move(right), volatile_terms);
    case ExpressionKind::not_equal:
      return compare_by(EqualTo{true}, std::move(left), std::move(right), volatile_terms);
    case ExpressionKind::less:
      return compare_by(OrderedBy{true, false, false}, std::move(left), std::move(right), volatile_terms);
    case ExpressionKind::less_equal:
      return compare_by(OrderedBy{true, true, false}, std::move(left), std::move(right), volatile_terms);
    case ExpressionKind::greater:
      return compare_by(OrderedBy{false, false, true}, std::move(left), std::move(right), volatile_terms);
    default:
      return compare_by(OrderedBy{false, true, true}, std::move(left), std::move(right), volatile_terms);
  }
}

NodePtr make_same_term(NodePtr left, NodePtr right, bool volatile_terms) {
  return compare_by(SameTermAs{}, std::move(left), std::move(right), volatile_terms);
}

}  // namespace quadrille::query::detail
