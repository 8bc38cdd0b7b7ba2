#include "query/expression/detail/text_nodes.hpp"

#include <string>
#include <unordered_map>

#include "query/expression/regular_expression.hpp"
#include "query/expression/string_functions.hpp"

namespace quadrille::query::detail {

namespace {

// Between two checks of the deadline: a match in a long text may be slow.
constexpr std::uint64_t kStepsBetweenChecks = std::uint64_t{1} << 22;
constexpr std::uint64_t kStepsOfRow = std::uint64_t{1} << 14;  // for any text

std::vector<Operand> operands_of(std::vector<NodePtr> nodes) {
  std::vector<Operand> operands;
  for (NodePtr& node : nodes) operands.emplace_back(std::move(node));
  return operands;
}

void evaluate_texts(Step& step, const Rows& rows, std::vector<Operand>& operands) {
  for (Operand& operand : operands) {
    operand.evaluate(step, rows);
    operand.read(step, rows, kStringKinds);
  }
}

void release(Step& step, std::vector<Operand>& operands) {
  for (Operand& operand : operands) operand.release(step);
}

class Concat : public Node {
 public:
  explicit Concat(std::vector<NodePtr> texts) : texts_(operands_of(std::move(texts))) {}

  void evaluate(Step& step, const Rows& rows, std::span<Value> out) override {
    evaluate_texts(step, rows, texts_);
    row_.resize(texts_.size());
    rows.for_each([&](RowNumber row) {
      for (std::size_t i = 0; i < texts_.size(); ++i) row_[i] = texts_[i][row];
      out[row] = concatenation(row_, step.arena);
    });
    release(step, texts_);
  }

 private:
  std::vector<Operand> texts_;
  std::vector<Value> row_;
};

class PatternCache {
 public:
  // nullptr if the pattern or the flags are not valid.
  RegularExpression* get(std::string_view pattern, std::string_view flags) {
    if (last_ != nullptr && pattern == last_pattern_ && flags == last_flags_) return last_->get();
    std::string key(flags);
    key += '/';  // not a flag
    key += pattern;
    auto place = compiled_.find(key);
    if (place == compiled_.end()) {
      if (compiled_.size() >= kPatternsKept) compiled_.clear();
      place = compiled_.emplace(std::move(key), RegularExpression::compile(pattern, flags)).first;
    }
    last_pattern_ = pattern;
    last_flags_ = flags;
    last_ = &place->second;
    return last_->get();
  }

 private:
  std::unordered_map<std::string, std::unique_ptr<RegularExpression>> compiled_;
  std::string last_pattern_, last_flags_;
  const std::unique_ptr<RegularExpression>* last_ = nullptr;
};

// The common part of REGEX and REPLACE: operand 0 is the text, 1 the pattern, `flags_at` the flags if there are any.
class PatternNode : public Node {
 public:
  PatternNode(std::vector<NodePtr> operands, std::size_t flags_at)
      : operands_(operands_of(std::move(operands))), flags_at_(flags_at) {}

  void evaluate(Step& step, const Rows& rows, std::span<Value> out) override {
    evaluate_texts(step, rows, operands_);
    const RegularExpression::Check& check = step.context.check;
    std::uint64_t steps = 0;
    rows.for_each([&](RowNumber row) {
      RegularExpression* pattern = expression(row);
      out[row] = pattern != nullptr ? apply(*pattern, row, step.arena, check) : Value::error();
      steps += kStepsOfRow + (pattern != nullptr ? pattern->steps(operands_[0][row].text().size()) : 0);
      if (steps < kStepsBetweenChecks) return;
      steps = 0;
      if (check) check();
    });
    release(step, operands_);
  }

 protected:
  virtual Value apply(RegularExpression& pattern, RowNumber row, Arena& arena,
                      const RegularExpression::Check& check) = 0;

  std::vector<Operand> operands_;

 private:
  // nullptr if the text is not a string, or pattern or flags are not valid.
  RegularExpression* expression(RowNumber row) {
    const Value& pattern = operands_[1][row];
    const bool has_flags = flags_at_ < operands_.size();
    if (!operands_[0][row].is_string() || pattern.kind() != ValueKind::string) return nullptr;
    if (has_flags && operands_[flags_at_][row].kind() != ValueKind::string) return nullptr;
    return cache_.get(pattern.text(), has_flags ? operands_[flags_at_][row].text() : std::string_view());
  }

  const std::size_t flags_at_;
  PatternCache cache_;
};

class Regex : public PatternNode {
 public:
  explicit Regex(std::vector<NodePtr> operands) : PatternNode(std::move(operands), 2) {}

 protected:
  Value apply(RegularExpression& pattern, RowNumber row, Arena&, const RegularExpression::Check& check) override {
    return Value::boolean(pattern.matches(operands_[0][row].text(), check));
  }
};

class Replace : public PatternNode {
 public:
  explicit Replace(std::vector<NodePtr> operands) : PatternNode(std::move(operands), 3) {}

 protected:
  Value apply(RegularExpression& pattern, RowNumber row, Arena& arena, const RegularExpression::Check& check) override {
    const Value& text = operands_[0][row];
    const Value& replacement = operands_[2][row];
    if (replacement.kind() != ValueKind::string) return Value::error();
    const auto replaced = pattern.replace(text.text(), replacement.text(), arena, check);
    return replaced ? with_text_of(text, *replaced, arena) : Value::error();
  }
};

}  // namespace

NodePtr make_concat(std::vector<NodePtr> texts) {
  return std::make_unique<Concat>(std::move(texts));
}

NodePtr make_regex(std::vector<NodePtr> operands) {
  return std::make_unique<Regex>(std::move(operands));
}

NodePtr make_replace(std::vector<NodePtr> operands) {
  return std::make_unique<Replace>(std::move(operands));
}

}  // namespace quadrille::query::detail
