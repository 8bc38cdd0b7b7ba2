#include "loader/rdf/term_faults.hpp"

#include <gtest/gtest.h>

#include "base/term.hpp"

namespace quadrille {

TEST(TermFaults, IrisHaveNoSpacesControlsOrBrackets) {
  EXPECT_FALSE(iri_fault("http://a/b?c#d%20\xC3\xA4"));
  EXPECT_FALSE(iri_fault(""));
  for (const char c : std::string(" <>\"{}|^`\\\n\t") + '\0') EXPECT_TRUE(iri_fault(std::string("http://a/") + c)) << c;
}

TEST(TermFaults, LabelsBeginWithALetterDigitOrUnderscoreAndDoNotEndWithADot) {
  for (const char* label : {"a", "0", "_", "a.b", "a-b", "\xC3\xA4\xCC\x80", "a\xC2\xB7"})
    EXPECT_FALSE(blank_label_fault(label)) << label;
  for (const char* label : {"", "-a", ".a", "a.", "a:b", "a b", "\xC2\xB7", "a\xC3\x97"})
    EXPECT_TRUE(blank_label_fault(label)) << label;
}

TEST(TermFaults, LanguageTagsArePartsOfLettersAndDigits) {
  for (const char* tag : {"en", "EN-gb", "de-1996", "i-x-1", "zh-classical", "abcdefgh"})
    EXPECT_FALSE(language_fault(tag)) << tag;
  for (const char* tag : {"", "1", "en-", "-en", "en--gb", "e1", "en_gb", "cantbethislong"})
    EXPECT_TRUE(language_fault(tag)) << tag;
  for (const char* tag : {"en--ltr", "AR-eg--rtl"}) EXPECT_FALSE(language_fault(tag)) << tag;
  for (const char* tag : {"en--up", "en--LTR", "en--", "--ltr", "en--ltr-x", "en-a--b--ltr", "e1--ltr"})
    EXPECT_TRUE(language_fault(tag)) << tag;
  EXPECT_TRUE(language_tag_fault("en--ltr"));
}

TEST(TermFaults, LangStringNeedsALanguage) {
  EXPECT_TRUE(datatype_fault(iri::kRdfLangString));
  EXPECT_TRUE(datatype_fault(iri::kRdfDirLangString));
  EXPECT_FALSE(datatype_fault(iri::kXsdString));
}

}  // namespace quadrille
