#include "bench/cost/cost_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bench/output_file.hpp"
#include "bench/query/answer_times.hpp"
#include "pgas/job.hpp"
#include "query/answer/run_query.hpp"
#include "query/plan/cost/costs.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/served_database.hpp"

namespace quadrille::bench {

namespace {

using query::JoinMethod;
using query::OperatorReport;
namespace cost = query::cost;

struct CostOptions {
  std::string database;
  int rounds = 9;
  std::string json;
};

constexpr JoinMethod kStart = JoinMethod::start, kIndex = JoinMethod::index_join, kHash = JoinMethod::hash;

// The rows by which an operator's own time is divided.
enum class Divisor : std::uint8_t { rows, left_rows, right_rows, all_inputs };

// A constant, and a query of LUBM whose parts are joined in the order of the text by these methods. The topmost
// operator of this name is measured. `builds`: its time includes building the table of the right side, which is
// measured before.
struct CostSubject {
  const char* name;  // as in costs.hpp
  double constant;
  const char* body;
  std::vector<JoinMethod> methods;
  const char* measured;
  Divisor divisor;
  bool builds = false;
  query::OperatorChoices choices = {};
};

std::vector<CostSubject> rows_and_look_ups() {
  using enum Divisor;
  return {
      {"scan", 1, "SELECT (SAMPLE(?y) AS ?s) { ?x ub:takesCourse ?y }", {}, "IndexScan", rows},
      {"merge-sorted",
       cost::kMergeSorted,
       "SELECT (SAMPLE(?y) AS ?s) (SAMPLE(?z) AS ?t) { ?x ub:takesCourse ?y . ?x ub:memberOf ?z }",
       {kStart, kIndex},
       "IndexJoin",
       left_rows},
      {"merge",
       cost::kMerge,
       "SELECT (SAMPLE(?x) AS ?s) (SAMPLE(?n) AS ?t) { ?x ub:advisor ?y . ?y ub:name ?n }",
       {kStart, kIndex},
       "IndexJoin",
       left_rows},
      {"search",
       cost::kSearch,
       "SELECT (SAMPLE(?x) AS ?s) { ?x ub:advisor ?y . ?x ub:takesCourse ?c . ?y ub:teacherOf ?c }",
       {kStart, kIndex, kIndex},
       "IndexJoin",
       left_rows},
      {"block",
       cost::kBlock,
       "SELECT (SAMPLE(?e) AS ?s) { ?x ub:researchInterest \"Research1\" . ?x ub:emailAddress ?e }",
       {kStart, kIndex},
       "IndexJoin",
       left_rows},
      {"bitmap",
       cost::kTest,
       "SELECT (SAMPLE(?c) AS ?s) { ?x ub:takesCourse ?c . ?x a ub:GraduateStudent }",
       {kStart, kIndex},
       "IndexJoin",
       left_rows},
      {"skip", cost::kRowsOfSearch, "SELECT DISTINCT ?p { ?x ?p ?y }", {}, "SkipScan", rows},
  };
}

std::vector<CostSubject> hash_joins() {
  using enum Divisor;
  query::OperatorChoices unmerged;  // ?n and ?t stay two variables
  unmerged.off = query::RuleSet::only(query::Rule::merge_equal_variables);
  return {
      {"build",
       cost::kBuild,
       "SELECT (SAMPLE(?y) AS ?s) { ?x ub:headOf ?d . ?x ub:takesCourse ?y }",
       {kStart, kHash},
       "HashJoin",
       right_rows},
      {"probe",
       cost::kProbe,
       "SELECT (SAMPLE(?y) AS ?s) { ?x ub:takesCourse ?y . ?y ub:name \"Course1\" }",
       {kStart, kHash},
       "HashJoin",
       left_rows},
      {"probe-far",
       cost::kProbeFar,
       "SELECT (SAMPLE(?x) AS ?s) (SAMPLE(?n) AS ?t) { ?x ub:takesCourse ?y . ?y ub:name ?n }",
       {kStart, kHash},
       "HashJoin",
       left_rows,
       true},
      {"value-key",
       cost::kValueKey,
       "SELECT (SAMPLE(?x) AS ?s) { ?x ub:name ?n . ?y ub:telephone ?t FILTER(?n = ?t) }",
       {kStart, kHash},
       "ValueKeys",
       rows,
       false,
       unmerged},
      {"value-key-text",
       cost::kValueKey,
       "SELECT (SAMPLE(?x) AS ?s) { ?x ub:headOf ?d . ?y ub:telephone ?t FILTER(STR(?d) = STR(?t)) }",
       {kStart, kHash},
       "ValueKeys",
       rows},
  };
}

std::vector<CostSubject> others() {
  using enum Divisor;
  query::OperatorChoices by_hash, cycles, by_owners;
  by_hash.grouping = query::Grouping::by_hash;
  cycles.always = query::RuleSet::only(query::Rule::multiway_join);
  by_owners.always = query::RuleSet::only(query::Rule::semi_join);
  const char* const triangle =
      "SELECT (SAMPLE(?x) AS ?s) { ?x ub:advisor ?y . ?x ub:takesCourse ?c . ?y ub:teacherOf ?c }";
  return {
      {"filter",
       cost::kFilterRow,
       "SELECT (SAMPLE(?x) AS ?s) { ?x ub:takesCourse ?y FILTER(?x != ?y) }",
       {},
       "Filter",
       left_rows},
      {"distinct",
       cost::kDifferentValue,
       "SELECT DISTINCT ?y { ?x ub:takesCourse ?y FILTER(?x != ?y) }",
       {},
       "Distinct",
       left_rows,
       false,
       by_hash},
      {"multiway", cost::kListRow, triangle, {}, "MultiwayJoin", all_inputs, false, cycles},
      {"semi-join",
       cost::kNumber,
       "SELECT (SAMPLE(?c) AS ?s) { ?x ub:takesCourse ?c . ?x a ub:GraduateStudent }",
       {kStart, JoinMethod::semi_join},
       "SemiJoin",
       left_rows,
       false,
       by_owners},
      {"move",
       cost::kMove,
       "SELECT ?x ?n { ?x ub:advisor ?y . ?y ub:name ?n }",
       {kStart, kHash},
       "Exchange",
       left_rows},
  };
}

std::vector<CostSubject> subjects() {
  std::vector<CostSubject> all = rows_and_look_ups();
  for (const auto& more : {hash_joins(), others()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

struct Measured {
  std::string name;
  double constant = 0;
  std::optional<double> ns;  // a row; nullopt: the plan had no such operator
};

const OperatorReport* find(const OperatorReport& root, std::string_view name) {
  if (root.name == name) return &root;
  for (const OperatorReport& input : root.inputs) {
    if (const auto* found = find(input, name)) return found;
  }
  return nullptr;
}

double rows_of(const OperatorReport& report, Divisor divisor) {
  const auto input = [&](std::size_t place) {
    return place < report.inputs.size() ? static_cast<double>(report.inputs[place].cost.rows) : 0;
  };
  double all = 0;
  for (const OperatorReport& each : report.inputs) all += static_cast<double>(each.cost.rows);
  switch (divisor) {
    case Divisor::rows:
      return static_cast<double>(report.cost.rows);
    case Divisor::left_rows:
      return input(0);
    case Divisor::right_rows:
      return input(1);
    case Divisor::all_inputs:
      return all;
  }
  return 0;
}

class CostMeasurement {
 public:
  CostMeasurement(pgas::Job& job, const CostOptions& options)
      : team_(job.team()), options_(options), database_(options.database, team_) {}

  std::vector<Measured> run() {
    std::vector<Measured> all;
    double build_ns = 0;
    for (const CostSubject& subject : subjects()) {
      all.push_back({subject.name, subject.constant, time(subject, subject.builds ? build_ns : 0)});
      if (all.back().name == "build") build_ns = all.back().ns.value_or(0);
    }
    return all;
  }

 private:
  // The median of the operator's time for a row, in ns, without `build_ns` for each row of its right side.
  std::optional<double> time(const CostSubject& subject, double build_ns) {
    std::vector<double> times;
    for (int turn = 0; turn <= options_.rounds; ++turn) {
      const query::Explanation made = profile(subject);
      const OperatorReport* report = team_.is_first() ? find(made.root, subject.measured) : nullptr;
      const double rows = report ? rows_of(*report, subject.divisor) : 0;
      if (turn == 0 || rows == 0) continue;  // the first turn warms up
      const double building = build_ns * rows_of(*report, Divisor::right_rows);
      times.push_back(std::max(0.0, report->cost.own_seconds * 1e9 - building) / rows);
    }
    if (times.empty()) return std::nullopt;
    std::sort(times.begin(), times.end());
    return median(times);
  }

  query::Explanation profile(const CostSubject& subject) {
    query::OrderMemory::Orders order(1);
    for (std::size_t part = 0; part < subject.methods.size(); ++part) {
      order.front().push_back({part, subject.methods[part], 1000, 0, nullptr});
    }
    query::Explanation made;
    query::RunOptions options;
    options.explain = query::Explain::profile;
    options.choices = subject.choices;
    options.take_explanation = [&made](const query::Explanation& taken) { made = taken; };
    if (!subject.methods.empty()) options.memory.made = &order;
    const std::string text =
        fmt::format("PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>\n{}", subject.body);
    query::run_query(team_, database_.snapshot(), database_.dictionary(), parser::parse_query(text), options,
                     [](std::string_view) { return true; });
    return made;
  }

  pgas::Team& team_;
  const CostOptions& options_;
  server::ServedDatabase database_;
};

std::string table(const std::vector<Measured>& all) {
  const double unit = all.front().ns.value_or(0);
  std::string text = fmt::format("a unit of cost, one row of a scan, is {:.2f} ns\n\n{:14}{:>9}{:>10}{:>10}\n", unit,
                                 "constant", "model", "measured", "ns");
  for (const Measured& each : all) {
    text += each.ns ? fmt::format("{:14}{:9g}{:10.1f}{:10.1f}\n", each.name, each.constant, *each.ns / unit, *each.ns)
                    : fmt::format("{:14}{:9g}{:>10}{:>10}\n", each.name, each.constant, "-", "-");
  }
  return text;
}

std::string json_of(const std::vector<Measured>& all) {
  auto rows = nlohmann::ordered_json::array();
  for (const Measured& each : all) {
    nlohmann::ordered_json row{{"constant", each.name}, {"model", each.constant}};
    row["ns"] = each.ns ? nlohmann::ordered_json(*each.ns) : nlohmann::ordered_json();
    rows.push_back(std::move(row));
  }
  return rows.dump(2) + "\n";
}

void measure(pgas::Job& job, const CostOptions& options) {
  std::optional<server::DatabaseLock> lock;
  job.team().run([&] {
    if (job.is_first()) lock.emplace(options.database, server::LockMode::shared, "bench");
  });
  const std::vector<Measured> all = CostMeasurement(job, options).run();
  if (!job.is_first()) return;
  OutputFile({}).write(table(all));
  if (options.json.empty()) return;
  OutputFile file(options.json);
  file.write(json_of(all));
  file.close();
}

void run(const CostOptions& options) {
  pgas::JobOptions job_options;
  job_options.program = "quadrille-bench";
  pgas::Job job(job_options);
  try {
    measure(job, options);
  } catch (const Error& error) {  // the others may be at another step
    fmt::print(stderr, "quadrille-bench: image {}: {}\n", index(job.this_image()), error.what());
    pgas::Job::abort(exit_code(error.kind()));
  }
}

}  // namespace

void add_cost_command(CLI::App& program) {
  auto options = std::make_shared<CostOptions>();
  CLI::App& command = *program.add_subcommand(
      "cost", "Measure the constants of the planner's cost model (query/plan/cost/costs.hpp) on a LUBM database");
  command.add_option("--db", options->database, "A database of LUBM, of ten universities or more")->required();
  command.add_option("--rounds", options->rounds, "Number of runs of each query")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  command.add_option("--json", options->json, "Also write the figures to this file")->type_name("FILE");
  command.callback([options] { run(*options); });
}

}  // namespace quadrille::bench
