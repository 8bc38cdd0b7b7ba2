#include "query/expression/detail/column_nodes.hpp"

#include "dictionary/value_ranges.hpp"
#include "dictionary/volatile_huri.hpp"
#include "query/expression/detail/comparison_nodes.hpp"

namespace quadrille::query::detail {

namespace {

using parser::ExpressionKind;

// A test of HURIs that decides some rows; `Test` has a function from the row to Truth, or to nullopt if it cannot
// decide.
template <class Test>
class ColumnTest : public ConditionNode {
 public:
  ColumnTest(Test test, NodePtr general) : test_(std::move(test)), general_(std::move(general)) {}

  void condition(Step& step, const Rows& rows, std::span<Truth> out) override {
    const auto look = test_.at(step.batch);
    LentRows open(step);
    rows.for_each([&](RowNumber row) {
      const std::optional<Truth> known = look(row);
      if (known) {
        out[row] = *known;
      } else {
        open->push_back(row);
      }
    });
    general_->condition(step, Rows(*open), out);
  }

 private:
  Test test_;
  NodePtr general_;
};

struct IsIri {
  ColumnIndex column;
  Huri iri;
  Truth same, different;

  auto at(const Batch& batch) const {
    return [this, huris = batch.columns[column]](RowNumber row) -> std::optional<Truth> {
      const Huri huri = huris[row];
      if (huri == iri) return same;
      if (huri.is_unbound()) return Truth::error;
      if (huri.is_iri() && (is_query_term(huri) || is_query_term(iri))) return std::nullopt;
      return different;
    };
  }
};

// Equal HURIs are equal values, except for NaN; different ones of the database are different IRIs or blank nodes.
struct IsSameNode {
  ColumnIndex left, right;
  Truth same, different;

  static bool is_node(Huri huri) { return (huri.is_iri() && !is_query_term(huri)) || huri.is_blank(); }

  auto at(const Batch& batch) const {
    return [this, a = batch.columns[left], b = batch.columns[right]](RowNumber row) -> std::optional<Truth> {
      if (!is_node(a[row]) || !is_node(b[row])) return std::nullopt;
      return a[row] == b[row] ? same : different;
    };
  }
};

struct IsSameTerm {
  ColumnIndex left, right;

  auto at(const Batch& batch) const {
    return [a = batch.columns[left], b = batch.columns[right]](RowNumber row) -> std::optional<Truth> {
      if (a[row].is_unbound() || b[row].is_unbound()) return Truth::error;
      if (a[row] == b[row]) return Truth::yes;
      return is_query_term(a[row]) || is_query_term(b[row]) ? std::nullopt : std::optional(Truth::no);
    };
  }
};

struct IsInRanges {
  ColumnIndex column;
  std::vector<HuriRange> ranges;
  KindSet kinds;  // of inline HURIs that are not in the relation if they are in no range
  Truth inside, outside;

  auto at(const Batch& batch) const {
    return [this, huris = batch.columns[column]](RowNumber row) -> std::optional<Truth> {
      const Huri huri = huris[row];
      for (const HuriRange& range : ranges) {
        if (range.contains(huri)) return range.exact ? std::optional(inside) : std::nullopt;
      }
      return kinds.has(huri.kind()) && !huri.is_volatile() ? std::optional(outside) : std::nullopt;
    };
  }
};

Comparison comparison_of(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::less:
      return Comparison::less;
    case ExpressionKind::less_equal:
      return Comparison::less_or_equal;
    case ExpressionKind::greater:
      return Comparison::greater;
    case ExpressionKind::greater_equal:
      return Comparison::greater_or_equal;
    default:
      return Comparison::equal;
  }
}

// a < b is b > a.
ExpressionKind mirrored(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::less:
      return ExpressionKind::greater;
    case ExpressionKind::less_equal:
      return ExpressionKind::greater_equal;
    case ExpressionKind::greater:
      return ExpressionKind::less;
    case ExpressionKind::greater_equal:
      return ExpressionKind::less_equal;
    default:
      return kind;
  }
}

NumericValue numeric_value_of(const Value& number) {
  switch (number.kind()) {
    case ValueKind::integer:
      return NumericValue::integer(number.as_decimal());
    case ValueKind::decimal:
      return NumericValue::decimal(number.as_decimal());
    case ValueKind::float_number:
      return NumericValue::float_number(number.as_float());
    default:
      return NumericValue::double_number(number.as_double());
  }
}

// nullopt if values like the constant have no inline HURIs.
std::optional<IsInRanges> range_test(ExpressionKind kind, ColumnIndex column, const Value& constant) {
  const bool negated = kind == ExpressionKind::not_equal;
  IsInRanges test{column, {}, {}, truth(!negated), truth(negated)};
  if (constant.is_numeric()) {
    test.ranges = ranges_of(comparison_of(kind), numeric_value_of(constant)).inlined;
    test.kinds = {HuriKind::integer, HuriKind::decimal, HuriKind::floating};
    return test;
  }
  const bool is_date = constant.datatype() == Datatype::date;
  if (constant.kind() != ValueKind::temporal || !(is_date || constant.datatype() == Datatype::date_time)) {
    return std::nullopt;
  }
  test.ranges = ranges_of(comparison_of(kind), constant.as_date_time()).inlined;
  test.kinds = {is_date ? HuriKind::date : HuriKind::date_time};
  return test;
}

template <class Test>
NodePtr with_test(Test test, NodePtr general) {
  return std::make_unique<ColumnTest<Test>>(std::move(test), std::move(general));
}

}  // namespace

NodePtr make_fast_comparison(ExpressionKind kind, NodePtr left, NodePtr right, bool volatile_terms) {
  if (left->constant() != nullptr && right->column()) {
    std::swap(left, right);
    kind = mirrored(kind);
  }
  const auto column = left->column();
  const auto other = right->column();
  const Value constant = right->constant() != nullptr ? *right->constant() : Value();
  NodePtr general = make_comparison(kind, std::move(left), std::move(right), volatile_terms);
  if (!column) return general;

  const bool is_equality = kind == ExpressionKind::equal || kind == ExpressionKind::not_equal;
  const Truth same = truth(kind == ExpressionKind::equal);
  if (is_equality && other) return with_test(IsSameNode{*column, *other, same, negate(same)}, std::move(general));
  if (is_equality && constant.kind() == ValueKind::iri && !constant.huri().is_unbound()) {
    return with_test(IsIri{*column, constant.huri(), same, negate(same)}, std::move(general));
  }
  if (auto test = range_test(kind, *column, constant)) return with_test(std::move(*test), std::move(general));
  return general;
}

NodePtr make_fast_same_term(NodePtr left, NodePtr right, bool volatile_terms) {
  const auto a = left->column();
  const auto b = right->column();
  NodePtr general = make_same_term(std::move(left), std::move(right), volatile_terms);
  return a && b ? with_test(IsSameTerm{*a, *b}, std::move(general)) : std::move(general);
}

}  // namespace quadrille::query::detail
