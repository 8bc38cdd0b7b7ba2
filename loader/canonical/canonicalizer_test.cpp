#include "loader/canonical/canonicalizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loader/canonical/testing/canonical_text.hpp"

namespace quadrille::canonical {

namespace {

using testing::canonical_text;
using ::testing::HasSubstr;
using testing::Quads;

const TermView kProperty = TermView::iri("http://a/p");

std::string document_of(Canonicalizer& canonicalizer) {
  std::string text;
  canonicalizer.finish().write([&](std::string_view lines) { text += lines; });
  return text;
}

std::string failure(ErrorKind kind, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(Canonicalizer, WithoutQuadsTheDocumentIsEmpty) {
  Canonicalizer canonicalizer;
  EXPECT_EQ(document_of(canonicalizer), "");
}

TEST(Canonicalizer, EqualQuadsCountOnce) {
  const Quads once = {{"_:x", "<http://a/p>", "_:y", "_:g"}, {"<http://a/s>", "<http://a/p>", "\"o\"", ""}};
  const Quads twice = {once[0], once[1], once[0], once[1]};
  EXPECT_EQ(canonical_text(once).text, canonical_text(twice).text);
}

TEST(Canonicalizer, LinesAreInTheOrderOfTheirBytes) {
  const Quads quads = {{"<http://a/s>", "<http://a/p>", "\"a\"@en-us", ""},
                       {"<http://a/s>", "<http://a/p>", "\"a\"@en", "<http://a/g>"},
                       {"<http://a/s>", "<http://a/p>", "\"a\"@en--ltr", ""},
                       {"<http://a/s>", "<http://a/p>", "\"a\"@en", ""},
                       {"<http://a/s>", "<http://a/p>", "\"a\"^^<http://a/t>", ""},
                       {"<http://a/s>", "<http://a/p>", "\"a\"", ""},
                       {"<http://a/s>", "<http://a/p>", "\"a\\\"\"", ""},
                       {"<http://a/s>", "<http://a/p>", "\"\xEF\xBD\x81\"", ""},
                       {"<http://a/s>", "<http://a/p>", "\"\xF0\x9F\x8C\x83\"", ""},
                       {"<http://a/s>", "<http://a/p>", "<http://a/o>", ""},
                       {"<http://a/s>", "<http://a/p>", "_:b", ""}};
  EXPECT_EQ(canonical_text(quads).text,
            "<http://a/s> <http://a/p> \"a\" .\n"
            "<http://a/s> <http://a/p> \"a\"@en .\n"
            "<http://a/s> <http://a/p> \"a\"@en <http://a/g> .\n"
            "<http://a/s> <http://a/p> \"a\"@en--ltr .\n"
            "<http://a/s> <http://a/p> \"a\"@en-us .\n"
            "<http://a/s> <http://a/p> \"a\"^^<http://a/t> .\n"
            "<http://a/s> <http://a/p> \"a\\\"\" .\n"
            "<http://a/s> <http://a/p> \"\xEF\xBD\x81\" .\n"
            "<http://a/s> <http://a/p> \"\xF0\x9F\x8C\x83\" .\n"
            "<http://a/s> <http://a/p> <http://a/o> .\n"
            "<http://a/s> <http://a/p> _:c14n0 .\n");
}

TEST(Canonicalizer, ALabelNamesOneNodeOfADocument) {
  const QuadView one{TermView::blank("b"), kProperty, TermView::string("1"), {}};
  const QuadView two{TermView::blank("b"), kProperty, TermView::string("2"), {}};
  Canonicalizer same;
  same.quad(one);
  same.quad(two);
  EXPECT_EQ(document_of(same), "_:c14n0 <http://a/p> \"1\" .\n_:c14n0 <http://a/p> \"2\" .\n");

  Canonicalizer others;
  others.quad(one);
  others.next_document();
  others.quad(two);
  const CanonicalDocument document = others.finish();
  EXPECT_EQ(document.blank_nodes(), 2u);
  std::vector<std::uint32_t> documents;
  for (const CanonicalLabel& label : document.labels()) {
    EXPECT_EQ(label.label, "b");
    documents.push_back(label.document);
  }
  EXPECT_THAT(documents, ::testing::UnorderedElementsAre(0, 1));
}

TEST(Canonicalizer, UsesThePromisesOfAReader) {
  Canonicalizer canonicalizer;
  canonicalizer.quad({TermView::iri("http://a/s"), kProperty, TermView::string("1"), {}});
  canonicalizer.quad({TermView::iri("http://a/s"), kProperty, TermView::string("2"), {}, true, true});
  EXPECT_EQ(document_of(canonicalizer), "<http://a/s> <http://a/p> \"1\" .\n<http://a/s> <http://a/p> \"2\" .\n");
}

TEST(Canonicalizer, ATripleTermIsAnErrorThatNamesTheQuad) {
  Canonicalizer canonicalizer;
  const std::string error = failure(ErrorKind::user, [&] {
    canonicalizer.quad({TermView::blank("r"), TermView::iri(iri::kRdfReifies),
                        TermView::triple("<<( <http://a/s> <http://a/p> _:o )>>"), TermView::iri("http://a/g")});
  });
  EXPECT_THAT(error, HasSubstr("_:r <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( <http://a/s> <http://a/p> "
                               "_:o )>> <http://a/g> .\n"));
}

TEST(Canonicalizer, PiecesAreWholeLines) {
  Canonicalizer canonicalizer;
  const std::string long_text(100'000, 'x');
  for (int i = 0; i < 3000; ++i)
    canonicalizer.quad({TermView::blank("b"), kProperty, TermView::string(std::to_string(i)), {}});
  canonicalizer.quad({TermView::blank("b"), kProperty, TermView::string(long_text), {}});
  std::size_t pieces = 0, lines = 0;
  canonicalizer.finish().write([&](std::string_view piece) {
    const auto count = static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
    EXPECT_EQ(piece.back(), '\n');
    EXPECT_TRUE(piece.size() <= 64 << 10 || count == 1) << piece.size();
    ++pieces;
    lines += count;
  });
  EXPECT_EQ(lines, 3001u);
  EXPECT_GT(pieces, 2u);
}

TEST(Canonicalizer, CanBeCancelled) {
  Canonicalizer canonicalizer({.hash = HashAlgorithm::sha256, .most_steps = {}, .cancelled = [] { return true; }});
  EXPECT_THAT(failure(ErrorKind::cancelled, [&] { canonicalizer.finish(); }), HasSubstr("cancelled"));
}

TEST(Canonicalizer, IsCancelledWhileBlankNodesAreCompared) {
  Quads quads;
  for (int from = 0; from < 12; ++from) {
    for (int to = 0; to < 12; ++to) {
      quads.push_back({"_:n" + std::to_string(from), "<http://a/p>", "_:n" + std::to_string(to), ""});
    }
  }
  int questions = 0;
  const CanonicalOptions options{
      .hash = HashAlgorithm::sha256, .most_steps = {}, .cancelled = [&] { return ++questions > 20; }};
  EXPECT_THAT(failure(ErrorKind::cancelled, [&] { canonical_text(quads, options); }), HasSubstr("cancelled"));
}

TEST(Canonicalizer, TooManyTermsAndQuadsAreErrors) {
  Canonicalizer canonicalizer;
  const LoweredLimit terms(most_terms, 3), quads(most_quads, 2);
  canonicalizer.quad({TermView::blank("b"), kProperty, TermView::string("1"), {}});
  EXPECT_THAT(failure(ErrorKind::memory,
                      [&] {
                        canonicalizer.quad({TermView::blank("b"), kProperty, TermView::string("2"), {}});
                      }),
              HasSubstr("more than 3 different terms"));
  canonicalizer.quad({TermView::blank("b"), kProperty, TermView::blank("b"), {}});
  EXPECT_THAT(failure(ErrorKind::memory,
                      [&] {
                        canonicalizer.quad({TermView::blank("b"), kProperty, TermView::string("1"), {}});
                      }),
              HasSubstr("more than 2 quads"));
}

}  // namespace quadrille::canonical
