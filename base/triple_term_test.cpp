#include "base/triple_term.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace quadrille {

namespace {

std::string triple(TermView subject, TermView predicate, TermView object) {
  std::string text;
  append_triple_term(text, subject, predicate, object);
  return text;
}

constexpr TermView kSubject{TermKind::iri, "http://a/s", {}, {}}, kPredicate{TermKind::iri, "http://a/p", {}, {}};

}  // namespace

TEST(TripleTerm, IsOneTextOfItsComponents) {
  const std::string text = triple(TermView::blank("b1"), kPredicate, TermView::string("a \"quoted\" )>> text\n"));
  EXPECT_EQ(text, R"(<<( _:b1 <http://a/p> "a \"quoted\" )>> text\n" )>>)");
  const TripleParts parts(text);
  EXPECT_EQ(parts.subject(), TermView::blank("b1"));
  EXPECT_EQ(parts.predicate(), kPredicate);
  EXPECT_EQ(parts.object(), TermView::string("a \"quoted\" )>> text\n"));
  EXPECT_EQ(to_ntriples(TermView::triple(text)), text);
}

TEST(TripleTerm, EveryKindOfObjectComesBack) {
  const std::string inner = triple(kSubject, kPredicate, kSubject);
  const TermView objects[] = {TermView::iri("http://a/b c"),
                              TermView::blank("b2"),
                              TermView::literal("1\\", "http://a/d>"),
                              TermView::language_string("chat", "en-gb"),
                              TermView::direction_string("", "ar--rtl"),
                              TermView::triple(inner)};
  for (const TermView object : objects) {
    const std::string text = triple(kSubject, kPredicate, object);
    EXPECT_EQ(TripleParts(text).object(), object) << text;
    EXPECT_EQ(depth_of_triple(text), object.kind == TermKind::triple ? 2 : 1);
  }
}

TEST(TripleTerm, ItsBlankNodesGetOtherLabels) {
  const std::string inner = triple(TermView::blank("x"), kPredicate, TermView::string("_:x"));
  const std::string text = triple(TermView::blank("y"), kPredicate, TermView::triple(inner));
  std::string labels;
  for_each_blank(TermView::triple(text), [&](TermView blank) { labels += blank.text; });
  EXPECT_EQ(labels, "yx");
  for_each_blank(TermView::blank("z"), [&](TermView blank) { labels += blank.text; });
  for_each_blank(TermView::string("_:z"), [&](TermView blank) { labels += blank.text; });
  EXPECT_EQ(labels, "yxz");
  const std::string renamed = with_blank_labels(text, [](std::string_view label) { return std::string(label) + "1"; });
  EXPECT_EQ(renamed, R"(<<( _:y1 <http://a/p> <<( _:x1 <http://a/p> "_:x" )>> )>>)");
}

TEST(TripleTerm, StoredBlankNodesHaveAFormOfTheirOwn) {
  const std::string text = triple(TermView::blank("<_:b17>"), kPredicate, TermView::blank("<_:b4>"));
  EXPECT_EQ(text, "<<( <_:b17> <http://a/p> <_:b4> )>>");
  EXPECT_EQ(TripleParts(text).subject(), TermView::blank("<_:b17>"));
  EXPECT_EQ(TripleParts(text).object(), TermView::blank("<_:b4>"));
  const std::string stored = "<<( _:b17 <http://a/p> _:b4 )>>";
  EXPECT_EQ(with_stored_labels(text), stored);
  EXPECT_EQ(with_stored_labels(stored), stored);
}

TEST(CanonicalTermReader, OtherFormsAreRefusedWithTheirPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"<<( <s> <p> <o>)>>", "a space"},
      {"<<( \"s\" <p> <o> )>>", "an IRI or a blank node"},
      {"<<( <<( <s> <p> <o> )>> <p> <o> )>>", "an IRI or a blank node"},
      {"<<( <s> _:b <o> )>>", "an IRI"},
      {"<<( <s> <p> <o> )> ", ")>>"},
      {"\"a\"@en--up", "ltr or rtl"},
      {"\"a", "a literal that ends"},
      {"<a", "an IRI that ends"},
      {"<_:b1 ", "a blank node that ends"},
      {"?x", "a term"},
  };
  for (const auto& [text, expected] : cases) {
    CanonicalTermReader reader(text);
    TermBytes bytes;
    EXPECT_FALSE(reader.next(bytes).has_value()) << text;
    EXPECT_EQ(reader.expected(), expected) << text;
  }
}

TEST(CanonicalTermReader, DeepNestingIsRefused) {
  std::string text = triple(kSubject, kPredicate, kSubject);
  for (int depth = 1; depth < kMostNestedTriples; ++depth) text = triple(kSubject, kPredicate, TermView::triple(text));
  TermBytes bytes;
  EXPECT_TRUE(CanonicalTermReader(text).next(bytes).has_value());
  text = triple(kSubject, kPredicate, TermView::triple(text));
  EXPECT_FALSE(CanonicalTermReader(text).next(bytes).has_value());
}

}  // namespace quadrille
