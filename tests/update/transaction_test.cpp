// Queries see all effects of a transaction or none, and states of older versions do not change until they are dropped.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tests/query/query_file.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing::transaction_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kData = "<a> <p> <b> . <b> <p> <c> . <g> { <a> <p> <d> . }";

bool is_first() {
  return pgas::test_job().is_first();
}

TEST(Transaction, IsPublishedWhenItIsCommitted) {
  UpdateBed bed(kData);
  const auto before = bed.quads();
  const auto old = bed.state();
  EXPECT_EQ(bed.update("INSERT DATA { <a> <p> <x> } ; INSERT { ?x <back> ?s } WHERE { ?s <p> ?x }"), "");
  EXPECT_EQ(bed.inserted(), 4u);
  const auto after = bed.quads(), again = bed.quads(*old);
  if (is_first()) {
    EXPECT_EQ(after.size(), before.size() + 4);
    EXPECT_EQ(again, before);
  }
  EXPECT_EQ(bed.state()->snapshot.version(), 1u);
}

TEST(Transaction, ThatFailsLeavesNothing) {
  UpdateBed bed(kData);
  const auto before = bed.quads();
  EXPECT_THAT(bed.update("INSERT DATA { <a> <p> <x> } ; CREATE GRAPH <g>"), HasSubstr("already exists"));
  EXPECT_EQ(bed.quads(), before);
  EXPECT_EQ(bed.state()->snapshot.version(), 0u);
}

TEST(Transaction, WithoutAChangeIsNoVersion) {
  UpdateBed bed(kData);
  EXPECT_EQ(bed.update("INSERT DATA { <a> <p> <b> } ; DELETE DATA { <x> <y> <z> }"), "");
  EXPECT_EQ(bed.state()->snapshot.version(), 0u);
}

TEST(Transaction, DropsStatesThatNobodyUses) {
  UpdateBed bed(kData);
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(bed.update("INSERT DATA { <a> <n> " + std::to_string(i) + " }"), "");
    bed.drop_old_states();
    EXPECT_EQ(bed.versions(), 1u);
  }
  const auto rows = bed.rows("SELECT (COUNT(*) AS ?n) { <a> <n> ?x }");
  if (is_first()) {
    EXPECT_EQ(rows, std::vector<std::string>{"30"});
  }
}

// The quads that an image has read, as numbers of its terms.
class NumberedList final : public query::NumberedQuads {
 public:
  std::uint32_t of(const Term& term) {
    terms_.push_back(term);
    return static_cast<std::uint32_t>(terms_.size() - 1);
  }
  void add(std::uint32_t subject, std::uint32_t predicate, std::uint32_t object) {
    quads_.push_back({subject, predicate, object});
  }

  std::uint64_t terms() const override { return terms_.size(); }
  void for_each_term(const std::function<void(const TermView&)>& take) override {
    for (const Term& term : terms_) take(term.view());
  }
  void take_quads(std::span<const Huri> huris, std::vector<Quad>& out) override {
    for (const auto& [subject, predicate, object] : quads_) {
      out.push_back({huris[subject], huris[predicate], huris[object]});
    }
  }

 private:
  std::vector<Term> terms_;
  std::vector<std::array<std::uint32_t, 3>> quads_;
};

// The first image has more than one batch of terms, the others have few.
TEST(Transaction, OfQuadsThatAllImagesHaveReadKeepsTheirLabelsTogether) {
  UpdateBed bed(kData);
  ASSERT_EQ(bed.update("INSERT DATA { _:old <p> \"old\" }"), "");
  const int rank = pgas::test_job().team().rank(), images = pgas::test_job().team().size();
  const auto iri = [](const char* name) { return Term(TermView::iri(kTestBase + std::string(name))); };
  NumberedList read;
  const std::uint32_t a = read.of(iri("a")), p = read.of(iri("p")), b = read.of(iri("b"));
  read.add(a, p, b);  // is there
  const std::uint32_t shared = read.of(Term(TermView::blank("shared")));
  read.add(shared, p, read.of(Term(TermView::string(std::to_string(rank)))));
  read.add(read.of(Term(TermView::blank("own" + std::to_string(rank)))), p, b);
  constexpr int kMany = 40'000;
  for (int i = 0; rank == 0 && i < kMany; ++i) {
    read.add(a, b, read.of(Term(TermView::string("many" + std::to_string(i)))));
  }
  EXPECT_EQ(bed.insert(read), "");
  EXPECT_EQ(bed.inserted(), static_cast<std::uint64_t>(2 * images + kMany));
  const auto nodes = bed.rows("SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s <p> ?o FILTER isBlank(?s) }");
  const auto together = bed.rows("SELECT (COUNT(?o) AS ?n) { ?s <p> \"0\" ; <p> ?o }");
  const auto many = bed.rows("SELECT (COUNT(*) AS ?n) { <a> <b> ?o }");
  EXPECT_EQ(bed.contradiction(), "");
  if (is_first()) {
    EXPECT_EQ(nodes, std::vector<std::string>{std::to_string(2 + images)});
    EXPECT_EQ(together, std::vector<std::string>{std::to_string(images)});
    EXPECT_EQ(many, std::vector<std::string>{std::to_string(kMany)});
  }
}

}  // namespace
}  // namespace quadrille::testing::transaction_test
