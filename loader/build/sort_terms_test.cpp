#include "loader/build/sort_terms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace quadrille {
namespace {

// Sorts these texts (kind and key) in a random order, and returns them.
std::vector<std::string> sorted(const std::set<std::string>& texts) {
  std::vector<std::string> records;
  for (const std::string& text : texts) {
    std::string& record = records.emplace_back(TermRecord::size_bytes(text.size() - 1), '\0');
    TermRecord::write(reinterpret_cast<unsigned char*>(record.data()), 0, 0, static_cast<HuriKind>(text[0]),
                      std::string_view(text).substr(1));
  }
  std::shuffle(records.begin(), records.end(), std::mt19937(7));
  std::vector<SortedTerm> terms;
  for (const std::string& record : records) {
    terms.push_back({0, reinterpret_cast<const unsigned char*>(record.data())});
  }
  std::uint64_t told = 0;
  sort_terms(terms, [&](std::uint64_t done) { told += done; });
  EXPECT_EQ(told, texts.size());
  std::vector<std::string> result;
  for (const SortedTerm& term : terms) result.emplace_back(term.record().text());
  return result;
}

void expect_sorted(const std::set<std::string>& texts) {
  EXPECT_EQ(sorted(texts), std::vector<std::string>(texts.begin(), texts.end()));
}

TEST(SortTerms, NoneAndOne) {
  expect_sorted({});
  expect_sorted({"\x02http://e/"});
}

TEST(SortTerms, PrefixesComeFirstNulsOrNot) {
  std::set<std::string> texts;
  for (std::size_t length = 0; length < 40; ++length) {
    texts.insert("\x03" + std::string(length, '\0'));
    texts.insert("\x03" + std::string(length, 'a'));
    texts.insert("\x03" + std::string(length, '\0') + "a");
    texts.insert("\x03" + std::string(length, 'a') + std::string(1, '\0'));
    texts.insert("\x03" + std::string(length, '\xff'));
  }
  expect_sorted(texts);
}

TEST(SortTerms, LongCommonBeginnings) {
  std::set<std::string> texts;
  for (int i = 0; i < 3000; ++i) texts.insert("\x02" + std::string(200, 'x') + std::to_string(i));
  expect_sorted(texts);
}

TEST(SortTerms, AgreesWithPlainSortOnRandomTexts) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    std::mt19937 random(seed);
    std::set<std::string> texts;
    const unsigned letters = 1 + random() % 4, longest = 1 + random() % 30;
    for (unsigned i = random() % 3000; i > 0; --i) {
      std::string text(1, static_cast<char>(1 + random() % 14));
      for (unsigned length = random() % longest; length > 0; --length) {
        text += static_cast<char>(random() % letters == 0 ? 0 : 'a' + random() % letters);
      }
      texts.insert(text);
    }
    SCOPED_TRACE(seed);
    expect_sorted(texts);
  }
}

}  // namespace
}  // namespace quadrille
