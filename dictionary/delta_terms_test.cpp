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
#include "dictionary/volatile_huri.hpp"

namespace quadrille {
namespace {

// This image has the parts 6 and 7.
constexpr std::uint32_t kFirstPart = 6, kTwoParts = 2;

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

std::uint32_t part_of(TermView term) {
  return kFirstPart + (delta_hash(term) >> 63);
}

Huri intern(DeltaTerms& terms, TermView term) {
  return terms.intern(part_of(term), term, place_of(term).kind, delta_hash(term));
}

std::optional<std::uint64_t> find(const DeltaTables& tables, TermView term) {
  return tables.of_part(part_of(term)).find(term, delta_hash(term));
}

const DeltaTermTable::Entry& entry(const DeltaTables& tables, Huri huri) {
  return tables.of_part(delta_part(huri)).at(volatile_index(huri));
}

TEST(DeltaTerms, HurisHaveThePartAndPlaceOfAnyTerm) {
  const std::uint64_t last = (std::uint64_t{1} << kVolatileIndexBits) - 1;
  for (const std::uint64_t place : {std::uint64_t{0}, (std::uint64_t{1} << 32) + 1, last}) {
    for (const std::uint32_t part : {0u, 40'000u, 65'535u}) {
      const Huri huri = make_delta_huri(HuriKind::string, part, place);
      EXPECT_EQ(huri.kind(), HuriKind::string);
      EXPECT_TRUE(is_delta_term(huri));
      EXPECT_EQ(delta_part(huri), part);
      EXPECT_EQ(volatile_index(huri), place);
    }
  }
}

TEST(DeltaTerms, NothingIsFoundInAnEmptyTable) {
  std::pmr::monotonic_buffer_resource memory;
  const DeltaTerms terms(memory, kFirstPart, kTwoParts);
  EXPECT_EQ(terms.tables()->size(), 0u);
  EXPECT_EQ(find(*terms.tables(), TermView::iri("a")), std::nullopt);
}

TEST(DeltaTerms, TakeLittleWhileThereAreNone) {
  std::pmr::monotonic_buffer_resource memory;
  EXPECT_LT(DeltaTerms(memory, 0, 1000).bytes(), 350'000u);
  EXPECT_LT(DeltaTerms(memory, 0, 0).bytes(), 100u);
}

TEST(DeltaTerms, OfAllTablesAreCountedInOrderOfBirth) {
  std::pmr::monotonic_buffer_resource memory;
  DeltaTerms terms(memory, kFirstPart, kTwoParts);
  const DeltaTables& tables = *terms.tables();
  std::vector<std::uint64_t> sizes(kTwoParts);
  for (int number = 0; number < 1000; ++number) {
    const std::string text = "urn:" + std::to_string(number);
    for (std::uint32_t part = 0; part < kTwoParts; ++part) {
      ASSERT_EQ(tables.tables[part].size_at(tables.size()), sizes[part]);
      ASSERT_EQ(tables.tables[part].size_at(0), 0u);
    }
    ++sizes[delta_part(intern(terms, TermView::iri(text))) - kFirstPart];
    ASSERT_EQ(tables.size(), static_cast<std::uint64_t>(number) + 1);
  }
  for (std::uint32_t part = 0; part < kTwoParts; ++part) {
    EXPECT_GT(sizes[part], 300u);
    for (const std::uint64_t born : {std::uint64_t{1}, std::uint64_t{500}, std::uint64_t{999}}) {
      const std::uint64_t size = tables.tables[part].size_at(born);
      EXPECT_TRUE(size == 0 || tables.tables[part].at(size - 1).born < born);
      EXPECT_TRUE(size == sizes[part] || tables.tables[part].at(size).born >= born);
    }
  }
}

TEST(DeltaTerms, AgreesWithAMap) {
  std::pmr::monotonic_buffer_resource memory;
  DeltaTerms terms(memory, kFirstPart, kTwoParts);
  std::map<std::string, Huri> oracle;
  std::mt19937_64 random(7001);
  for (int i = 0; i < 40'000; ++i) {
    const Term term = random_term(random, 9000);
    const std::string name = to_ntriples(term.view());
    const Huri huri = intern(terms, term.view());
    const auto [known, is_new] = oracle.emplace(name, huri);
    ASSERT_EQ(known->second, huri) << name;
    ASSERT_EQ(terms.tables()->size(), oracle.size());
    ASSERT_TRUE(is_delta_term(huri));
    ASSERT_EQ(delta_part(huri), part_of(term.view()));
    ASSERT_EQ(huri.kind(), place_of(term.view()).kind);
    ASSERT_EQ(entry(*terms.tables(), huri).term, term.view());
    const Term other = random_term(random, 9000);
    const auto found = find(*terms.tables(), other.view());
    ASSERT_EQ(found.has_value(), oracle.contains(to_ntriples(other.view())));
  }
}

TEST(DeltaTerms, LongTextsAndShortOnesStayWhereTheyAre) {
  std::pmr::monotonic_buffer_resource memory;
  DeltaTerms terms(memory, kFirstPart, kTwoParts);
  std::vector<std::pair<Huri, std::string>> kept;
  std::vector<const char*> places;
  for (int i = 0; i < 300; ++i) {
    const std::string text(static_cast<std::size_t>(i) * 400 + 1, static_cast<char>('a' + i % 26));
    const Huri huri = intern(terms, TermView::string(text));
    kept.emplace_back(huri, text);
    places.push_back(entry(*terms.tables(), huri).term.text.data());
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(entry(*terms.tables(), kept[i].first).term.text.data(), places[i]);
    EXPECT_EQ(entry(*terms.tables(), kept[i].first).term.text, kept[i].second);
  }
}

// Returns this many bytes, then fails.
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
  memory.left = sizeof(DeltaTables) + kTwoParts * sizeof(DeltaTermTable);
  DeltaTerms terms(memory, kFirstPart, kTwoParts);
  std::uint64_t added = 0;
  int refused = 0;
  while (added < 5000) {
    const std::string text = "urn:" + std::to_string(added);
    try {
      intern(terms, TermView::iri(text));
      ++added;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::memory);
      EXPECT_EQ(find(*terms.tables(), TermView::iri(text)), std::nullopt);
      ++refused;
      memory.left += 3000;
    }
    ASSERT_EQ(terms.tables()->size(), added);
  }
  EXPECT_GT(refused, 10);
}

// Readers look up terms that the owner has published, and terms that it may be adding at the same time.
TEST(DeltaTerms, AreReadWhileTheOwnerAdds) {
  std::pmr::monotonic_buffer_resource memory;
  DeltaTerms terms(memory, kFirstPart, kTwoParts);
  const DeltaTables& tables = *terms.tables();
  constexpr std::uint64_t kTerms = 60'000;
  const auto text_of = [](std::uint64_t number) { return "http://example/" + std::to_string(number * 7919); };
  std::atomic<std::uint64_t> faults{0}, reads{0};
  std::atomic<bool> done{false};
  std::vector<std::thread> readers;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    readers.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      while (!done.load(std::memory_order_relaxed)) {
        const std::uint64_t size = tables.size();
        const std::uint64_t number = random() % (size + 20);
        const std::string text = text_of(number);
        const DeltaTermTable& table = tables.of_part(part_of(TermView::iri(text)));
        const auto found = table.find(TermView::iri(text), delta_hash(TermView::iri(text)));
        if (!found && number < size) ++faults;
        if (found && (table.at(*found).born != number || table.at(*found).term != TermView::iri(text))) ++faults;
        if (found && number < size && table.size_at(size) <= *found) ++faults;
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
