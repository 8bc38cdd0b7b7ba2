#include "dictionary/triple_texts.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille {
namespace {

const char* const kInner = "<<( _:b7 <urn:p> \"a\" )>>";
const char* const kOuter = "<<( <urn:s> <urn:p> <<( _:b7 <urn:p> \"a\" )>> )>>";

TEST(TripleTexts, OneWithinAnotherComesBeforeIt) {
  TripleTexts texts;
  EXPECT_EQ(texts.add(kOuter), 1u);
  EXPECT_EQ(texts.add(kInner), 0u);
  EXPECT_EQ(texts.add(kOuter), 1u);
  ASSERT_EQ(texts.triples().size(), 2u);
  EXPECT_EQ(texts.triples()[0].text, kInner);
  ASSERT_EQ(texts.plain().size(), 3u);  // <urn:s>, <urn:p>, "a"

  std::vector<Huri> plain;
  for (std::uint64_t number = 0; number < 3; ++number) plain.push_back(Huri::make(HuriKind::iri, number));
  const std::vector<Huri> triples{Huri::make(HuriKind::triple_term, 9)};
  const auto number_of = [&](TermView term) {
    for (std::size_t i = 0; i < plain.size(); ++i) {
      if (texts.plain()[i].view() == term) return plain[i];
    }
    return kUnbound;
  };
  const Huri predicate = number_of(TermView::iri("urn:p"));
  EXPECT_EQ(texts.components(0, plain, triples),
            (TripleComponents{Huri::make(HuriKind::blank, 7), predicate, number_of(TermView::string("a"))}));
  EXPECT_EQ(texts.components(1, plain, triples),
            (TripleComponents{number_of(TermView::iri("urn:s")), predicate, triples[0]}));
}

TEST(TripleTexts, OtherBlankNodesAreRefused) {
  for (const char* label : {"x", "b", "b07", "b7x"}) {
    TripleTexts texts;
    EXPECT_THROW(texts.add("<<( _:" + std::string(label) + " <urn:p> <urn:o> )>>"), Error) << label;
  }
}

}  // namespace
}  // namespace quadrille
