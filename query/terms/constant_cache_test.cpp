#include "query/terms/constant_cache.hpp"

#include <gtest/gtest.h>

namespace quadrille::query {
namespace {

const Huri kA = Huri::make(HuriKind::iri, 7), kB = Huri::make(HuriKind::iri, 8);

Term named(const char* iri) {
  return Term(TermView::iri(iri));
}

// The number of searches for unknown terms.
struct Vocabulary {
  int asked = 0;
  Huri find(ConstantMemory& memory, const Term& term, Huri huri) {
    return memory.find(term, [&] { return ++asked, huri; });
  }
};

TEST(ConstantCache, AQueryLooksForAConstantOnce) {
  Vocabulary vocabulary;
  ConstantMemory memory(nullptr);
  EXPECT_EQ(vocabulary.find(memory, named("a"), kA), kA);
  EXPECT_EQ(vocabulary.find(memory, named("b"), kB), kB);
  EXPECT_EQ(vocabulary.find(memory, named("a"), kUnbound), kA);
  EXPECT_EQ(vocabulary.asked, 2);
}

TEST(ConstantCache, LaterQueriesKnowWhatTheFirstOneFound) {
  ConstantCache kept;
  Vocabulary vocabulary;
  vocabulary.find(*std::make_unique<ConstantMemory>(&kept), named("a"), kA);
  ConstantMemory second(&kept);
  EXPECT_EQ(vocabulary.find(second, named("a"), kUnbound), kA);
  EXPECT_EQ(vocabulary.asked, 1);
  EXPECT_EQ(vocabulary.find(second, named("b"), kB), kB);
}

TEST(ConstantCache, ATermIsItsKindTextAndDatatype) {
  ConstantMemory memory(nullptr);
  Vocabulary vocabulary;
  vocabulary.find(memory, named("a"), kA);
  EXPECT_EQ(vocabulary.find(memory, Term(TermView::string("a")), kB), kB);
  EXPECT_EQ(vocabulary.find(memory, Term(TermView::language_string("a", "en")), kUnbound), kUnbound);
}

TEST(ConstantCache, WhatIsNotFoundIsLookedForAgain) {
  ConstantMemory memory(nullptr);
  Vocabulary vocabulary;
  EXPECT_EQ(vocabulary.find(memory, named("a"), kUnbound), kUnbound);
  EXPECT_EQ(vocabulary.find(memory, named("a"), kA), kA);
}

TEST(ConstantCache, NoMoreThanAFewAreRemembered) {
  ConstantCache kept;
  {
    ConstantMemory memory(&kept);
    Vocabulary vocabulary;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const Huri huri = Huri::make(HuriKind::iri, i);
      EXPECT_EQ(vocabulary.find(memory, named(std::to_string(i).c_str()), huri), huri);
    }
  }
  EXPECT_EQ(kept.known()->size(), ConstantMemory::kMost);
}

}  // namespace
}  // namespace quadrille::query
