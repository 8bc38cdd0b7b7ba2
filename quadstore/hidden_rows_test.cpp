#include "quadstore/hidden_rows.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "quadstore/run_builder.hpp"
#include "quadstore/testing/terms.hpp"

namespace quadrille {
namespace {

using detail::iri;

constexpr std::uint64_t kHiddenSeed = 1411;

// The six runs of named graphs of one shard; those of the object's side have other rows than those of the subject's.
class NamedGraphRuns {
 public:
  explicit NamedGraphRuns(std::uint64_t quads) {
    std::mt19937_64 random(kHiddenSeed);
    for (int number = 0; number < kGraphPermutations; ++number) {
      const Permutation permutation = permutation_at(number);
      std::set<std::vector<Huri>> rows;
      for (std::uint64_t i = 0; i < quads && holds_named_graphs(permutation); ++i) {
        std::vector<Huri> row;
        // Some graphs are everywhere, one has a stretch of its own, and one has a single row.
        const std::uint64_t subject = random() % quads;
        const Huri graph = iri(i == 0 ? 9 : subject < quads / 3 ? 7 : random() % 3);
        for (const Position position : positions(permutation)) {
          row.push_back(position == Position::graph     ? graph
                        : position == Position::subject ? iri(subject)
                                                        : iri(random() % 50));
        }
        rows.insert(row);
      }
      RunBuilder builder(permutation);
      for (const auto& row : rows) builder.append(row);
      bytes_.push_back(builder.finish());
      runs_.emplace_back(bytes_.back(), permutation, "test");
    }
  }
  RunOf run_of() const {
    return [this](Permutation permutation) -> const RunView& {
      return runs_[static_cast<std::size_t>(index(permutation))];
    };
  }

 private:
  std::vector<std::vector<std::byte>> bytes_;
  std::vector<RunView> runs_;
};

void expect_hidden(const NamedGraphRuns& runs, const HiddenRows& hidden, const std::set<Huri>& graphs) {
  std::mt19937_64 random(kHiddenSeed);
  for (const Permutation permutation : kNamedGraphPermutations) {
    SCOPED_TRACE(std::string(name(permutation)));
    const RunView& run = runs.run_of()(permutation);
    const RowMask& its = hidden.mask(permutation, View::all);
    std::vector<Huri> names(run.rows());
    run.read(*column_of(permutation, Position::graph), {0, run.rows()}, names);
    std::vector<std::uint64_t> before{0};
    for (std::uint64_t row = 0; row < names.size(); ++row) {
      ASSERT_EQ(!its.shows(row), graphs.contains(names[row])) << row;
      before.push_back(before.back() + (graphs.contains(names[row]) ? 1 : 0));
    }
    EXPECT_EQ(hidden.hidden(permutation), before.back());
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t end = random() % (names.size() + 1), begin = random() % (end + 1);
      ASSERT_EQ(its.count({begin, end}), end - begin - (before[end] - before[begin])) << begin << " " << end;
      std::uint64_t shown = begin, gone = begin;
      while (shown < end && graphs.contains(names[shown])) ++shown;
      while (gone < end && !graphs.contains(names[gone])) ++gone;
      ASSERT_EQ(its.next_shown(begin, end), shown);
      ASSERT_EQ(its.next_hidden(begin, end), gone);
    }
  }
}

TEST(HiddenRows, AreThoseOfTheGraphs) {
  const NamedGraphRuns runs(5000);
  std::pmr::memory_resource& memory = *std::pmr::new_delete_resource();
  const std::vector<Huri> first{iri(1)}, more{iri(2), iri(7), iri(8)}, single{iri(9)};
  HiddenRowsPtr hidden = HiddenRows::hide(runs.run_of(), first, nullptr, memory);
  ASSERT_NE(hidden, nullptr);
  expect_hidden(runs, *hidden, {iri(1)});
  hidden = HiddenRows::hide(runs.run_of(), more, hidden, memory);
  expect_hidden(runs, *hidden, {iri(1), iri(2), iri(7)});
  hidden = HiddenRows::hide(runs.run_of(), single, hidden, memory);
  expect_hidden(runs, *hidden, {iri(1), iri(2), iri(7), iri(9)});
}

TEST(HiddenRows, AreNoneWhereTheBaseHasNoSuchGraph) {
  const NamedGraphRuns runs(2000), empty(0);
  const std::vector<Huri> unknown{iri(8)}, known{iri(1)};
  std::pmr::memory_resource& memory = *std::pmr::new_delete_resource();
  EXPECT_EQ(HiddenRows::hide(runs.run_of(), unknown, nullptr, memory), nullptr);
  EXPECT_EQ(HiddenRows::hide(empty.run_of(), known, nullptr, memory), nullptr);
  const HiddenRowsPtr once = HiddenRows::hide(runs.run_of(), known, nullptr, memory);
  EXPECT_EQ(HiddenRows::hide(runs.run_of(), known, once, memory), once) << "they are hidden already";
}

}  // namespace
}  // namespace quadrille
