// Queries over changed data cost little more than over the same data without changes. The cost counts unpacked values,
// searches and entries of levels, weighted by their usual times (read_counts.hpp). scripts/measure-changes measures
// processor time instead.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "lubm/generator.hpp"
#include "quadstore/read_counts.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing::change_costs_test {
namespace {

namespace fs = std::filesystem;

constexpr int kWarmUps = 8;  // until accelerators have paid for themselves
constexpr std::size_t kLinesOfUpdate = 1000;

// Nanoseconds, without the work on rows that operators do alike.
double cost_of(const ReadCounts& counts, std::uint64_t rows) {
  constexpr double kQuery = 20'000, kRow = 50, kValue = 0.5, kSearch = 60, kEntry = 15, kKey = 3;
  return kQuery + kRow * static_cast<double>(rows) + kKey * static_cast<double>(counts.keys) +
         kValue * static_cast<double>(counts.values) + kSearch * static_cast<double>(counts.searches) +
         kEntry * static_cast<double>(counts.entries);
}

std::map<std::string, std::string> queries() {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::directory_iterator(fs::path(QUADRILLE_SOURCE_DIR) / "bench/changes/queries")) {
    if (entry.path().extension() != ".rq") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    all[entry.path().stem().string()] = text.str();
  }
  return all;
}

std::vector<std::string> lubm_lines() {
  std::vector<std::string> all;
  lubm::generate({.universities = 3}, 1, [&](std::string_view lines) {
    for (std::size_t end; (end = lines.find('\n')) != std::string_view::npos; lines.remove_prefix(end + 1)) {
      all.emplace_back(lines.substr(0, end));
    }
  });
  return all;
}

// The data with other objects in one of `each` lines, and the updates that bring it to the data. 0: one line is left
// out.
struct Changed {
  std::string data;
  std::vector<std::string> updates;
};

Changed change(const std::vector<std::string>& lines, std::size_t each) {
  Changed changed;
  std::vector<std::string> inserts, deletes;
  std::unordered_map<std::string, std::string> last;  // object, by predicate
  std::unordered_set<std::string> known(lines.begin(), lines.end());
  for (std::size_t number = 0; number < lines.size(); ++number) {
    const std::string& line = lines[number];
    const std::size_t predicate = line.find(' ') + 1, object = line.find(' ', predicate) + 1;
    std::string& elsewhere = last[line.substr(predicate, object - predicate)];
    const std::string other = line.substr(0, object) + elsewhere;
    const bool is_changed = each == 0 ? number == 1000 : number % each == each / 2 && !elsewhere.empty();
    elsewhere = line.substr(object);
    if (!is_changed || !(each == 0 || known.insert(other).second)) {
      changed.data += line + '\n';
      continue;
    }
    inserts.push_back(line);
    if (each == 0) continue;
    deletes.push_back(other);
    changed.data += other + '\n';
  }
  for (const auto& [verb, quads] : {std::pair("DELETE", &deletes), std::pair("INSERT", &inserts)}) {
    for (std::size_t begin = 0; begin < quads->size(); begin += kLinesOfUpdate) {
      std::string text = fmt::format("{} DATA {{\n", verb);
      for (std::size_t at = begin; at < std::min(begin + kLinesOfUpdate, quads->size()); ++at)
        text += (*quads)[at] + '\n';
      changed.updates.push_back(text + "}");
    }
  }
  return changed;
}

// Collective. The cost of a query on all images together, and its rows.
struct Asked {
  double cost = 0;
  std::size_t rows = 0;
};

Asked ask(UpdateBed& bed, const std::string& query) {
  for (int time = 0; time < kWarmUps; ++time) bed.rows(query);
  const ReadCounts before = read_counts;
  const std::size_t rows = bed.rows(query).size();
  const ReadCounts mine = read_counts - before;
  pgas::Team& team = pgas::test_job().team();
  return {cost_of({team.sum(mine.values), team.sum(mine.searches), team.sum(mine.entries), team.sum(mine.keys)},
                  team.sum(std::uint64_t{rows})),
          rows};
}

using Answers = std::map<std::string, Asked>;  // by name of the query

Answers ask_all(UpdateBed& bed) {
  Answers all;
  for (const auto& [name, text] : queries()) all[name] = ask(bed, text);
  return all;
}

struct Limits {
  std::size_t each;
  double mean, worst;
};

void expect_within(const Limits& limits, const Answers& plain, const Answers& over_changes) {
  double logarithms = 0;
  for (const auto& [name, before] : plain) {
    const Asked& its = over_changes.at(name);
    const double ratio = its.cost / before.cost;
    EXPECT_LE(ratio, limits.worst) << name << ", 1 changed of " << limits.each;
    EXPECT_EQ(its.rows, before.rows) << name;
    logarithms += std::log(ratio);
  }
  EXPECT_LE(std::exp(logarithms / static_cast<double>(plain.size())), limits.mean) << "1 of " << limits.each;
}

TEST(ChangeCosts, AreWhatTheChangesAreWorth) {
  const std::vector<std::string> lines = lubm_lines();
  Answers plain;
  {
    UpdateBed bed(fmt::format("{}\n", fmt::join(lines, "\n")));
    plain = ask_all(bed);
  }
  ASSERT_GT(plain.size(), 30u);
  // A quad; 1 % and 10 % of the quads, half deleted and half inserted. By the clock the worst query has 4 instead of 6.
  for (const Limits& limits : {Limits{0, 1.05, 1.5}, Limits{200, 1.3, 2}, Limits{20, 2, 6}}) {
    const Changed changed = change(lines, limits.each);
    UpdateBed bed(changed.data);
    for (const std::string& update : changed.updates) ASSERT_EQ(bed.update(update), "");
    expect_within(limits, plain, ask_all(bed));
  }
}

}  // namespace
}  // namespace quadrille::testing::change_costs_test
