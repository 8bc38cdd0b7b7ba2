#include "dictionary/delta_terms.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/query_terms.hpp"

namespace quadrille {
namespace {

constexpr ImageId kImage{3};

Term random_term(std::mt19937_64& random, std::uint64_t different) {
  const std::string text = std::to_string(random() % different) + std::string(random() % 3 * 9, '.');
  switch (random() % 5) {
    case 0:
      return Term(TermView::iri("urn:" + text));
    case 1:
      return Term(TermView::string(text));
    case 2:
      return Term(TermView::language_string(text, random() % 2 ? "en" : "de"));
    case 3:
      return Term(TermView::literal(text + "x", "urn:type" + std::to_string(random() % 3)));
    default:
      return Term(
          TermView::literal("00000000000000000000000" + std::to_string(random() % different), iri::kXsdInteger));
  }
}

Huri intern(DeltaTerms& terms, TermView term) {
  return terms.intern(term, place_of(term).kind, delta_hash(term));
}

TEST(DeltaTerms, NothingIsFoundInAnEmptyTable) {
  std::pmr::monotonic_buffer_resource memory;
  const DeltaTerms terms(memory, kImage);
  EXPECT_EQ(terms.table()->size(), 0u);
  EXPECT_EQ(terms.table()->find(TermView::iri("a"), delta_hash(TermView::iri("a"))), std::nullopt);
}

TEST(DeltaTerms, AgreesWithAMap) {
  std::pmr::monotonic_buffer_resource memory;
  DeltaTerms terms(memory, kImage);
  std::map<std::string, Huri> oracle;
  std::mt19937_64 random(7001);
  for (int i = 0; i < 40'000; ++i) {
    const Term term = random_term(random, 9000);
    const std::string name = to_ntriples(term.view());
    const Huri huri = intern(terms, term.view());
    const auto [known, is_new] = oracle.emplace(name, huri);
    ASSERT_EQ(known->second, huri) << name;
    ASSERT_EQ(terms.table()->size(), oracle.size());
    ASSERT_TRUE(is_delta_term(huri));
    ASSERT_EQ(volatile_image(huri), kImage);
    ASSERT_EQ(huri.kind(), place_of(term.view()).kind);
    ASSERT_EQ(terms.table()->at(volatile_index(huri)).term, term.view());
    const Term other = random_term(random, 9000);
    const auto found = terms.table()->find(other.view(), delta_hash(other.view()));
    ASSERT_EQ(found.has_value(), oracle.contains(to_ntriples(other.view())));
  }
}

TEST(DeltaTerms, LongTextsAndShortOnesStayWhereTheyAre) {
  std::pmr::monotonic_buffer_resource memory;
  DeltaTerms terms(memory, kImage);
  std::vector<std::pair<const char*, std::string>> kept;
  for (int i = 0; i < 300; ++i) {
    const std::string text(static_cast<std::size_t>(i) * 400 + 1, static_cast<char>('a' + i % 26));
    const Huri huri = intern(terms, TermView::string(text));
    kept.emplace_back(terms.table()->at(volatile_index(huri)).term.text.data(), text);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(terms.table()->at(i).term.text.data(), kept[i].first);
    EXPECT_EQ(terms.table()->at(i).term.text, kept[i].second);
  }
}

// Gives so many bytes, then none.
class Scarce final : public std::pmr::memory_resource {
 public:
  std::size_t left = 0;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > left) fail(ErrorKind::memory, "no more");
    left -= bytes;
    return memory_.allocate(bytes, alignment);
  }
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
  std::pmr::monotonic_buffer_resource memory_;
};

TEST(DeltaTerms, WithoutMemoryNothingIsAddedAndWithMoreItGoesOn) {
  Scarce memory;
  memory.left = sizeof(DeltaTermTable);
  DeltaTerms terms(memory, kImage);
  std::uint64_t added = 0;
  int refused = 0;
  while (added < 5000) {
    const std::string text = "urn:" + std::to_string(added);
    try {
      intern(terms, TermView::iri(text));
      ++added;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::memory);
      EXPECT_EQ(terms.table()->find(TermView::iri(text), delta_hash(TermView::iri(text))), std::nullopt);
      ++refused;
      memory.left += 3000;
    }
    ASSERT_EQ(terms.table()->size(), added);
  }
  EXPECT_GT(refused, 10);
}

// Readers ask for what the owner has published, and for what it may be adding, while it adds.
TEST(DeltaTerms, AreReadWhileTheOwnerAdds) {
  std::pmr::monotonic_buffer_resource memory;
  DeltaTerms terms(memory, kImage);
  const DeltaTermTable& table = *terms.table();
  constexpr std::uint64_t kTerms = 60'000;
  const auto text_of = [](std::uint64_t number) { return "http://example/" + std::to_string(number * 7919); };
  std::atomic<std::uint64_t> faults{0}, reads{0};
  std::atomic<bool> done{false};
  std::vector<std::thread> readers;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    readers.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      while (!done.load(std::memory_order_relaxed)) {
        const std::uint64_t size = table.size();
        const std::uint64_t number = random() % (size + 20);
        const std::string text = text_of(number);
        const auto found = table.find(TermView::iri(text), delta_hash(TermView::iri(text)));
        if (found && *found != number) ++faults;
        if (!found && number < size) ++faults;
        if (number < size && table.at(number).term != TermView::iri(text)) ++faults;
        ++reads;
      }
    });
  }
  for (std::uint64_t number = 0; number < kTerms; ++number) intern(terms, TermView::iri(text_of(number)));
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(faults, 0u);
  EXPECT_GT(reads, 0u);
}

}  // namespace
}  // namespace quadrille
