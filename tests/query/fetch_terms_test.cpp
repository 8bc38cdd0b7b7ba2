// With several images in one group and in several groups, the rows of FetchTerms can be read on every image.

#include "query/operators/fetch_terms.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pgas/test_main.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::query::fetch_terms_test {
namespace {

constexpr std::uint64_t kTerms = 500;

std::string text_of(std::uint64_t number) {
  return fmt::format("http://example/{}", 1000 + number);  // in the order of the numbers
}

// kTerms IRIs in the vocabulary, spread over the images.
class FetchTermsTest : public ::testing::Test {
 protected:
  FetchTermsTest() {
    std::string data;
    for (std::uint64_t number = 0; number < kTerms; ++number) {
      data += fmt::format("<{}> <{}> <{}> .\n", text_of(number), text_of(0), text_of(1));
    }
    database_.build(data);
  }

  static pgas::Team& team() { return pgas::test_job().team(); }

  // Runs `work` with all that a query has.
  template <class Work>
  void run(Work&& work) {
    pgas::QueryArena arena(pgas::test_job().heap());
    team().run([&] {
      QueryDictionary dictionary(team(), arena, database_.served().dictionary(), {});
      Context context(team(), arena, GraphView::all(database_.served().snapshot()), dictionary);
      work(context);
      team().barrier();
    });
  }

  testing::TestDatabase database_{"fetch_terms"};
};

// Returns the given rows, chunk by chunk, on each image as many as there are.
class Source final : public Operator {
 public:
  explicit Source(std::vector<std::vector<Huri>> chunks) : Operator(one_column(), false), chunks_(std::move(chunks)) {}
  std::string describe() const override { return "Source"; }

 private:
  static Schema one_column() {
    Schema schema;
    schema.columns.push_back({0});
    return schema;
  }
  void do_open(Context&) override {}
  bool do_next(Context&, Table& out) override {
    if (next_ == chunks_.size()) return false;
    out.resize(chunks_[next_].size());
    std::copy(chunks_[next_].begin(), chunks_[next_].end(), out.column(0).begin());
    ++next_;
    return true;
  }
  std::vector<std::vector<Huri>> chunks_;
  std::size_t next_ = 0;
};

Huri iri(std::uint64_t number) {
  return Huri::make(HuriKind::iri, number);
}

std::string read(Context& context, Huri huri) {
  std::pmr::monotonic_buffer_resource texts;
  TermView term;
  context.dictionary.read({&huri, 1}, {&term, 1}, texts);
  return std::string(term.text);
}

std::unique_ptr<FetchTerms> fetching(std::vector<std::vector<Huri>> chunks, Texts texts) {
  return std::make_unique<FetchTerms>(std::make_unique<Source>(std::move(chunks)),
                                      std::vector<FetchTerms::Column>{{0, kAllKinds}}, texts);
}

TEST_F(FetchTermsTest, EveryTermOfAChunkCanBeReadThoughImagesEndAtDifferentTimes) {
  run([&](Context& context) {
    std::vector<std::vector<Huri>> chunks(static_cast<std::size_t>(team().rank()) * 3);
    std::uint64_t number = static_cast<std::uint64_t>(team().rank());
    for (auto& chunk : chunks) {
      for (int row = 0; row < 40; ++row) chunk.push_back(iri((number += 37) % kTerms));
    }
    const auto terms = fetching(chunks, Texts::of_chunk);
    terms->open(context);
    std::size_t rows = 0;
    for_each_chunk(context, *terms, [&](const Table& chunk) {
      for (const Huri huri : chunk.column(0)) EXPECT_EQ(read(context, huri), text_of(huri.payload()));
      rows += chunk.rows();
    });
    EXPECT_EQ(rows, chunks.size() * 40);
  });
}

TEST_F(FetchTermsTest, ForGoodMeansUntilTheQueryEnds) {
  run([&](Context& context) {
    std::vector<std::vector<Huri>> chunks(kTerms / 50);
    for (std::uint64_t number = 0; number < kTerms; ++number) chunks[number % chunks.size()].push_back(iri(number));
    const auto terms = fetching(chunks, Texts::for_good);
    EXPECT_EQ(terms->schema().columns[0].texts, Texts::for_good);
    terms->open(context);
    const Table all = drain(context, *terms);
    for (const Huri huri : all.column(0)) EXPECT_EQ(read(context, huri), text_of(huri.payload()));
  });
}

TEST_F(FetchTermsTest, ALongStreamTakesTheMemoryOfAChunk) {
  run([&](Context& context) {
    std::vector<std::vector<Huri>> chunks(100);
    for (auto& chunk : chunks) {
      for (std::uint64_t number = 0; number < kTerms; ++number) chunk.push_back(iri(number));
    }
    const auto terms = fetching(std::move(chunks), Texts::of_chunk);
    terms->open(context);
    std::size_t chunk_number = 0, after_second = 0;
    for_each_chunk(context, *terms, [&](const Table&) {
      if (++chunk_number == 2) after_second = context.arena.used_bytes();
    });
    EXPECT_EQ(context.arena.used_bytes(), after_second);
  });
}

TEST_F(FetchTermsTest, TermsThatOtherImagesHaveBornCanBeRead) {
  run([&](Context& context) {
    const std::string mine = "born on " + std::to_string(team().rank());
    const auto born = team().all_gather(context.dictionary.intern(TermView::string(mine)));
    const auto terms = fetching({born}, Texts::of_chunk);
    terms->open(context);
    Table chunk(context.arena, 1);
    ASSERT_TRUE(terms->next(context, chunk));
    for (std::size_t member = 0; member < born.size(); ++member) {
      EXPECT_EQ(read(context, born[member]), "born on " + std::to_string(member));
    }
    EXPECT_FALSE(terms->next(context, chunk));
  });
}

TEST_F(FetchTermsTest, ConstantsAreFoundAndReadWithoutAFetch) {
  run([&](Context& context) {
    std::vector<Term> constants;
    for (std::uint64_t number = 0; number < kTerms; number += 50) {
      constants.emplace_back(TermView::iri(text_of(number)));
    }
    constants.emplace_back(TermView::iri("http://unknown/"));
    std::vector<TermView> views;
    for (const Term& term : constants) views.push_back(term.view());
    context.dictionary.find_all(views);
    const std::uint64_t before = team().counters().collectives;
    for (std::uint64_t number = 0; number < kTerms; number += 50) {
      EXPECT_EQ(context.dictionary.find(TermView::iri(text_of(number))), iri(number));
      EXPECT_EQ(read(context, iri(number)), text_of(number));
    }
    EXPECT_TRUE(context.dictionary.find(TermView::iri("http://unknown/")).is_unbound());
    EXPECT_EQ(team().counters().collectives, before);
    // A term that was not announced is requested by all images together.
    EXPECT_EQ(context.dictionary.find(TermView::iri(text_of(7))), iri(7));
  });
}

TEST_F(FetchTermsTest, EqualTermsOfDifferentImagesBecomeOne) {
  run([&](Context& context) {
    const std::vector<Huri> born{context.dictionary.intern(TermView::string("the same")),
                                 context.dictionary.intern(TermView::iri(text_of(42))),  // that the database has
                                 context.dictionary.intern(TermView::string("of " + std::to_string(team().rank()))),
                                 context.dictionary.intern(TermView::blank("b" + std::to_string(team().rank())))};
    std::vector<Huri> canonical = born;
    context.dictionary.make_canonical(canonical);
    const auto same = team().all_gather(canonical[0]), own = team().all_gather(canonical[2]),
               blanks = team().all_gather(canonical[3]);
    for (std::size_t a = 0; a < same.size(); ++a) {
      EXPECT_EQ(same[a], same[0]);
      for (std::size_t b = 0; b < a; ++b) {
        EXPECT_NE(own[a], own[b]);
        EXPECT_NE(blanks[a], blanks[b]);
      }
    }
    EXPECT_EQ(canonical[1], iri(42));
    // Terms that another group's image has made canonical: again, by the images that received them in an exchange.
    std::vector<Huri> travelled = team().all_gather(born[2]);
    context.dictionary.make_canonical(travelled);
    EXPECT_EQ(travelled, own);
  });
}

}  // namespace
}  // namespace quadrille::query::fetch_terms_test
