#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "query/answer/explanation.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kLongestDetail = 300;  // of a line; JSON shows more

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} B", bytes);
  static constexpr std::array<const char*, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 10'000 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  return fmt::format("{:.0f} {}", size, kUnits[unit]);
}

std::string rows_text(double rows) {
  return rows < 1e15 ? fmt::format("{:.0f}", rows) : fmt::format("{:.0e}", rows);
}

// True if a detail is printed without its name, because the operator's name implies it.
bool is_evident(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kEvident{"kind",     "pattern",  "condition", "columns",
                                                            "template", "variable", "index",     "of"};
  return std::find(kEvident.begin(), kEvident.end(), name) != kEvident.end();
}

std::string spaced(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string line_of(const OperatorReport& report) {
  std::string line = report.name;
  for (const auto& [name, text] : report.details) {
    line += name == "kind" || name == "expression" ? " " : "  ";
    if (!is_evident(name)) line += name == "expression" ? "= " : spaced(name) + " ";
    line += shortened(text, kLongestDetail);
  }
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

// Columns of numbers, right aligned, followed by the tree.
class TextTable {
 public:
  explicit TextTable(const Explanation& explanation)
      : with_cost_(explanation.kind == Explain::profile),
        with_exchange_(with_cost_ && explanation.images_used > 1),
        with_messages_(with_cost_ && explanation.groups_used > 1) {
    Row titles{"estimated"};
    if (with_cost_) titles.insert(titles.end(), {"rows", "own ms", "ms", "memory"});
    if (with_exchange_) titles.insert(titles.end(), {"most rows", "exchanged"});
    if (with_messages_) titles.insert(titles.end(), {"messages", "sent"});
    titles.emplace_back("operator");
    rows_.push_back(std::move(titles));
    add(explanation.root, "", "");
  }

  std::string text() const {
    std::vector<std::size_t> widths(rows_.front().size() - 1);
    for (const Row& row : rows_) {
      for (std::size_t column = 0; column < widths.size(); ++column) {
        widths[column] = std::max(widths[column], row[column].size());
      }
    }
    std::string out;
    for (const Row& row : rows_) {
      for (std::size_t column = 0; column < widths.size(); ++column) {
        out += fmt::format("{:>{}}  ", row[column], widths[column]);
      }
      out += row.back() + '\n';
    }
    return out;
  }

 private:
  using Row = std::vector<std::string>;

  // `first` is the indentation of the operator, `rest` that of the operators below it.
  void add(const OperatorReport& report, const std::string& first, const std::string& rest) {
    Row row{rows_text(report.estimated_rows)};
    const OperatorCost& cost = report.cost;
    if (with_cost_) {
      row.push_back(std::to_string(cost.rows));
      row.push_back(fmt::format("{:.3f}", cost.own_seconds * 1e3));
      row.push_back(fmt::format("{:.3f}", cost.seconds * 1e3));
      row.push_back(bytes_text(cost.held_bytes));
    }
    if (with_exchange_) {
      row.push_back(std::to_string(cost.most_rows));
      row.push_back(bytes_text(cost.exchanged_bytes));
    }
    if (with_messages_) {
      row.push_back(std::to_string(cost.messages));
      row.push_back(bytes_text(cost.message_bytes));
    }
    row.push_back(first + line_of(report));
    rows_.push_back(std::move(row));
    for (const OperatorReport& input : report.inputs) {
      const bool is_last = &input == &report.inputs.back();
      add(input, rest + (is_last ? "`- " : "|- "), rest + (is_last ? "   " : "|  "));
    }
  }

  const bool with_cost_, with_exchange_, with_messages_;
  std::vector<Row> rows_;
};

// How often each rule has changed the plan, and the plan after each step.
std::string steps_text(const std::vector<PlanTrace::Step>& steps) {
  std::string rules, plans;
  for (const PlanTrace::Step& step : steps) {
    if (step.times > 0) rules += fmt::format("{:9}  {}\n", step.times, step.name);
    if (!step.plan.empty()) plans += fmt::format("\nafter {}\n{}", step.name, step.plan);
  }
  return (rules.empty() ? "\nno rule has changed the plan\n" : "\n    times  rule\n" + rules) + plans;
}

std::string plural(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace

std::string to_text(const Explanation& explanation) {
  const bool is_profile = explanation.kind == Explain::profile;
  std::string out = fmt::format("{} on {}", is_profile ? "profile" : "plan",
                                plural(static_cast<std::uint64_t>(explanation.images_used), "image"));
  if (explanation.images_used != explanation.images) out += fmt::format(" of {}", explanation.images);
  if (explanation.groups_used > 1) out += fmt::format(" in {} groups", explanation.groups_used);
  out += fmt::format(", generation {}, version {}\nparse {:.3f} ms{}, plan {:.3f} ms", explanation.generation,
                     explanation.version, explanation.parse_seconds * 1e3, explanation.is_prepared ? " (prepared)" : "",
                     explanation.plan_seconds * 1e3);
  if (explanation.cached_orders > 0)
    out += fmt::format(" ({})", plural(explanation.cached_orders, "cached join order"));
  if (is_profile) {
    out += fmt::format(", run {:.3f} ms: {}, {} as {}\nmemory {}", explanation.run_seconds * 1e3,
                       plural(explanation.answer_rows, "row"), bytes_text(explanation.answer_bytes),
                       results::short_name(explanation.answer_format), bytes_text(explanation.memory_bytes));
    if (explanation.images_used > 1) {
      out += fmt::format(" (at most {} on one image), exchanged {}", bytes_text(explanation.most_memory_bytes),
                         bytes_text(explanation.exchanged_bytes));
    }
    if (explanation.groups_used > 1) {
      out += fmt::format(", {} of {} between groups", plural(explanation.messages, "message"),
                         bytes_text(explanation.message_bytes));
    }
  }
  for (const std::string& remark : explanation.remarks) out += "\nremark: " + remark;
  out += "\n\n" + TextTable(explanation).text();
  return explanation.kind == Explain::rules ? out + steps_text(explanation.steps) : out;
}

}  // namespace quadrille::query
