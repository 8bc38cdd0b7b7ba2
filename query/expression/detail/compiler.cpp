#include "query/expression/detail/compiler.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "query/expression/cast.hpp"
#include "query/expression/detail/builtins.hpp"
#include "query/expression/detail/column_nodes.hpp"
#include "query/expression/detail/comparison_nodes.hpp"
#include "query/expression/detail/function_node.hpp"
#include "query/expression/detail/leaf_nodes.hpp"
#include "query/expression/detail/logic_nodes.hpp"
#include "query/expression/detail/once_node.hpp"
#include "query/expression/detail/text_nodes.hpp"

namespace quadrille::query::detail {

namespace {

using parser::Builtin;
using parser::Expression;
using parser::ExpressionKind;

constexpr std::size_t kNodeBytes = 256;  // approximately

using ConstantHuris = std::unordered_map<const Expression*, Huri>;

void collect_constants(const Expression& expression, std::vector<const Expression*>& out) {
  if (expression.kind == ExpressionKind::constant) out.push_back(&expression);
  for (const Expression& argument : expression.arguments) collect_constants(argument, out);
}

// The HURIs of constants: inline, or those of the database.
ConstantHuris find_constants(const Expression& expression, EvaluationContext& context) {
  std::vector<const Expression*> constants;
  collect_constants(expression, constants);
  ConstantHuris found;
  std::vector<const Expression*> asked;
  std::vector<TermView> terms;
  for (const Expression* constant : constants) {
    const auto inlined = inline_huri(constant->constant.view());
    found[constant] = inlined.value_or(kUnbound);
    if (!inlined) asked.push_back(constant), terms.push_back(constant->constant.view());
  }
  if (context.find && !terms.empty()) {
    std::vector<Huri> huris(terms.size());
    context.find(terms, huris);
    for (std::size_t i = 0; i < asked.size(); ++i) found[asked[i]] = huris[i];
  }
  return found;
}

template <Datatype to>
Value cast_to(const Value& value, Arena& arena) {
  return cast(value, to, arena);
}

template <DurationType to>
Value cast_to_duration(const Value& value, Arena& arena) {
  return cast(value, to, arena);
}

template <std::size_t... types>
constexpr std::array<Kernel, kDatatypes> cast_kernels(std::index_sequence<types...>) {
  return {kernel_of<cast_to<static_cast<Datatype>(types)>, 1>...};
}

// The kernel of the cast that a function IRI names; nullptr if it names none.
Kernel find_cast(std::string_view function_iri) {
  static constexpr std::array<Kernel, kDatatypes> kKernels = cast_kernels(std::make_index_sequence<kDatatypes>());
  static constexpr std::array<Kernel, 3> kDurations = {kernel_of<cast_to_duration<DurationType::general>, 1>,
                                                       kernel_of<cast_to_duration<DurationType::day_time>, 1>,
                                                       kernel_of<cast_to_duration<DurationType::year_month>, 1>};
  if (const auto target = cast_target(function_iri)) return kKernels[static_cast<std::size_t>(*target)];
  const auto duration = duration_type(function_iri);
  return duration ? kDurations[static_cast<std::size_t>(*duration)] : nullptr;
}

// A cast, or a function that reads texts.
bool is_costly(const Expression& expression) {
  if (expression.kind == ExpressionKind::call) return true;
  if (expression.kind != ExpressionKind::function) return false;
  if (expression.builtin == Builtin::regex || expression.builtin == Builtin::replace) return true;
  const BuiltinRow* row = find_builtin(expression.builtin, expression.arguments.size());
  return row != nullptr && !(row->needs[0] & kStringKinds).empty();
}

// True for an operation that may have another value for the same operands, or reads more than its operands.
bool varies(const Expression& expression) {
  if (expression.kind == ExpressionKind::exists || expression.kind == ExpressionKind::not_exists) return true;
  if (expression.kind != ExpressionKind::function) return false;
  const BuiltinRow* row = find_builtin(expression.builtin, expression.arguments.size());
  return row != nullptr && !row->deterministic;
}

class Compiler {
 public:
  Compiler(const VariableColumns& columns, EvaluationContext& context, TextFetch& texts, Arena& arena,
           const ConstantHuris& huris)
      : columns_(columns), context_(context), texts_(texts), arena_(arena), huris_(huris) {}

  // Costly functions of one column are computed once for each of its terms.
  NodePtr compile(const Expression& expression) {
    const bool once = !in_once_ && is_costly(expression);
    const auto column = once ? only_column(expression) : std::nullopt;
    if (!column) return compile_each(expression);
    in_once_ = true;
    NodePtr node = compile_each(expression);
    in_once_ = false;
    return make_once(std::move(node), *column);
  }

 private:
  NodePtr compile_each(const Expression& expression) {
    if (context_.charge) context_.charge(kNodeBytes);
    switch (expression.kind) {
      case ExpressionKind::variable: {
        const auto column = column_of(expression);
        return column ? make_variable(*column, context_.column_kinds) : make_constant(Value());
      }
      case ExpressionKind::constant:
        return make_constant(Value::from_term(expression.constant.view(), arena_, huris_.at(&expression)));
      case ExpressionKind::logical_or:
        return folded(expression, make_or);
      case ExpressionKind::logical_and:
        return folded(expression, make_and);
      case ExpressionKind::logical_not:
        return folded(expression, [](std::vector<NodePtr> nodes) { return make_not(std::move(nodes[0])); });
      case ExpressionKind::equal:
      case ExpressionKind::not_equal:
      case ExpressionKind::less:
      case ExpressionKind::greater:
      case ExpressionKind::less_equal:
      case ExpressionKind::greater_equal:
        require_arguments(expression, 2, 2);
        return folded(expression, [&](std::vector<NodePtr> nodes) {
          return make_fast_comparison(expression.kind, std::move(nodes[0]), std::move(nodes[1]),
                                      context_.volatile_terms);
        });
      case ExpressionKind::in:
      case ExpressionKind::not_in:
        return folded(expression, [&](std::vector<NodePtr> nodes) {
          NodePtr value = std::move(nodes.front());
          nodes.erase(nodes.begin());
          return make_in(expression.kind == ExpressionKind::not_in, std::move(value), std::move(nodes),
                         context_.volatile_terms);
        });
      case ExpressionKind::function:
        return compile_function(expression);
      case ExpressionKind::call:
        return compile_call(expression);
      case ExpressionKind::exists:
      case ExpressionKind::not_exists:
        return make_exists(expression);
      case ExpressionKind::aggregate:
        fail(ErrorKind::syntax, "{}an aggregate is not allowed here", place(expression));
      default:
        return compile_arithmetic(expression);
    }
  }

  // The column on which alone the value depends; nullopt if there is another, or none.
  std::optional<ColumnIndex> only_column(const Expression& expression) const {
    std::optional<ColumnIndex> only;
    return depends_at_most_on(only, expression) ? only : std::nullopt;
  }

  // `column`: that of the variables so far.
  bool depends_at_most_on(std::optional<ColumnIndex>& column, const Expression& expression) const {
    if (expression.kind == ExpressionKind::variable) {
      const auto its = column_of(expression);
      if (column && its && *its != *column) return false;
      if (its) column = its;
      return true;
    }
    return !varies(expression) &&
           std::all_of(expression.arguments.begin(), expression.arguments.end(),
                       [&](const auto& argument) { return depends_at_most_on(column, argument); });
  }

  static std::string place(const Expression& expression) {
    if (expression.position.line == 0) return {};
    return fmt::format("line {}, column {}: ", expression.position.line, expression.position.column);
  }

  static void require_arguments(const Expression& expression, std::size_t least, std::size_t most) {
    const std::size_t count = expression.arguments.size();
    if (least <= count && count <= most) return;
    const std::string what = expression.kind == ExpressionKind::call ? "<" + expression.iri + ">"
                             : expression.kind == ExpressionKind::function
                                 ? std::string(parser::name(expression.builtin))
                                 : "the operator";
    fail(ErrorKind::syntax, "{}{} does not take {} arguments", place(expression), what, count);
  }

  std::optional<ColumnIndex> column_of(const Expression& variable) const {
    return variable.variable < columns_.size() ? columns_[variable.variable] : std::nullopt;
  }

  std::vector<NodePtr> compile_all(const std::vector<Expression>& expressions) {
    std::vector<NodePtr> nodes;
    for (const Expression& expression : expressions) nodes.push_back(compile(expression));
    return nodes;
  }

  // The node that `make` makes of the compiled arguments; or its value, if all of them are constants.
  template <class Make>
  NodePtr folded(const Expression& expression, Make make) {
    QUADRILLE_ASSERT(!expression.arguments.empty() || expression.kind == ExpressionKind::function,
                     "operators have operands");
    std::vector<NodePtr> nodes = compile_all(expression.arguments);
    const bool constant = std::all_of(nodes.begin(), nodes.end(), [](const NodePtr& node) { return node->constant(); });
    NodePtr node = make(std::move(nodes));
    return constant ? make_constant(value_of(*node)) : std::move(node);
  }

  Value value_of(Node& node) {
    const Batch one_row{.rows = 1, .columns = {}, .selection = std::nullopt};
    Step step{one_row, context_, texts_, arena_};
    Value value;
    node.evaluate(step, Rows(1), std::span(&value, 1));
    return value;
  }

  NodePtr compile_arithmetic(const Expression& expression) {
    const OperatorRow* row = find_operator(expression.kind);
    QUADRILLE_ASSERT(row != nullptr, "every operator is compiled");
    require_arguments(expression, row->arity, row->arity);
    return folded(expression, [&](std::vector<NodePtr> nodes) {
      return std::make_unique<FunctionNode>(row->kernel, Needs{kUnreadKinds, kUnreadKinds}, std::move(nodes));
    });
  }

  NodePtr compile_function(const Expression& expression) {
    constexpr std::size_t kAny = ~std::size_t{0};
    switch (expression.builtin) {
      case Builtin::bound:
        require_arguments(expression, 1, 1);
        return compile_bound(expression.arguments[0]);
      case Builtin::if_:
        require_arguments(expression, 3, 3);
        return folded(expression, [](std::vector<NodePtr> nodes) {
          return make_if(std::move(nodes[0]), std::move(nodes[1]), std::move(nodes[2]));
        });
      case Builtin::coalesce:
        return folded(expression, make_coalesce);
      case Builtin::sameterm:
        require_arguments(expression, 2, 2);
        return folded(expression, [&](std::vector<NodePtr> nodes) {
          return make_fast_same_term(std::move(nodes[0]), std::move(nodes[1]), context_.volatile_terms);
        });
      case Builtin::concat:
        require_arguments(expression, 0, kAny);
        return folded(expression, make_concat);
      case Builtin::regex:
        require_arguments(expression, 2, 3);
        return folded(expression, make_regex);
      case Builtin::replace:
        require_arguments(expression, 3, 4);
        return folded(expression, make_replace);
      default:
        return compile_builtin(expression);
    }
  }

  NodePtr compile_builtin(const Expression& expression) {
    const BuiltinRow* row = find_builtin(expression.builtin, expression.arguments.size());
    if (row == nullptr) require_arguments(expression, 1, 0);
    const auto make = [&](std::vector<NodePtr> nodes) {
      return std::make_unique<FunctionNode>(row->kernel, row->needs, std::move(nodes));
    };
    return row->deterministic ? folded(expression, make) : make(compile_all(expression.arguments));
  }

  NodePtr compile_bound(const Expression& argument) {
    if (argument.kind != ExpressionKind::variable) {
      fail(ErrorKind::syntax, "{}BOUND takes a variable", place(argument));
    }
    const auto column = column_of(argument);
    return column ? make_bound(*column) : make_constant(Value::boolean(false));
  }

  NodePtr compile_call(const Expression& expression) {
    const Kernel cast = find_cast(expression.iri);
    if (cast == nullptr) {
      fail(ErrorKind::unsupported, "{}there is no function <{}>{}", place(expression), expression.iri,
           cast_suggestion(expression.iri));
    }
    require_arguments(expression, 1, 1);
    return folded(expression, [&](std::vector<NodePtr> nodes) {
      return std::make_unique<FunctionNode>(cast, Needs{kTermKinds}, std::move(nodes));
    });
  }

  const VariableColumns& columns_;
  EvaluationContext& context_;
  TextFetch& texts_;
  Arena& arena_;
  const ConstantHuris& huris_;
  bool in_once_ = false;
};

}  // namespace

NodePtr compile(const Expression& expression, const VariableColumns& columns, EvaluationContext& context,
                TextFetch& texts, Arena& arena) {
  const ConstantHuris huris = find_constants(expression, context);
  return Compiler(columns, context, texts, arena, huris).compile(expression);
}

}  // namespace quadrille::query::detail
