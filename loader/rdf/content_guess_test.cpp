#include "loader/rdf/content_guess.hpp"

#include <gtest/gtest.h>

#include <string>

#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/unfit_content.hpp"

namespace quadrille {

namespace {

using namespace std::string_literals;

std::string utf16(std::string_view ascii) {
  std::string out;
  for (const char c : ascii) (out += c) += '\0';
  return out;
}

}  // namespace

TEST(ContentGuess, KnowsCompressedDataByTheirFirstBytes) {
  EXPECT_EQ(compression_of("\x1f\x8b\x08\0"s), Compression::gzip);
  EXPECT_EQ(compression_of("\x28\xb5\x2f\xfd\x04"), Compression::zstd);
  EXPECT_EQ(compression_of("\x50\x2a\x4d\x18\x04"), Compression::zstd) << "a frame to skip";
  EXPECT_EQ(compression_of("BZh91AY&SY\x12"), Compression::bzip2);
  EXPECT_EQ(compression_of("\xfd"
                           "7zXZ\0\0"s),
            Compression::xz);
  EXPECT_EQ(compression_of("<a> <b> <c> ."), std::nullopt);
  EXPECT_EQ(compression_of("PK\x03\x04"), std::nullopt) << "an archive has several files";
  EXPECT_EQ(compression_of(""), std::nullopt);
}

TEST(ContentGuess, KnowsWhatOurOwnWritersCompress) {
  EXPECT_EQ(compression_of(testing::compress("<a> <b> <c> .", Compression::gzip)), Compression::gzip);
  EXPECT_EQ(compression_of(testing::compress("<a> <b> <c> .", Compression::zstd)), Compression::zstd);
  EXPECT_EQ(compression_of(testing::compress("<a> <b> <c> .", Compression::bzip2)), Compression::bzip2);
  EXPECT_EQ(compression_of(testing::compress("<a> <b> <c> .", Compression::xz)), Compression::xz);
}

TEST(ContentGuess, KnowsArchivesAndOtherFormats) {
  EXPECT_EQ(guess_content("PK\x03\x04\x14"), Content::zip);
  EXPECT_EQ(guess_content("7z\xbc\xaf\x27\x1c"), Content::other_archive);
  EXPECT_EQ(guess_content(std::string(257, '\0') + "ustar"), Content::other_archive);
  EXPECT_EQ(guess_content("$HDT\x01"), Content::hdt);
  EXPECT_EQ(guess_content("%PDF-1.7"), Content::pdf);
  EXPECT_EQ(guess_content("version https://git-lfs.github.com/spec/v1\noid sha256:12\n"), Content::git_pointer);
  EXPECT_EQ(guess_content("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s), Content::binary);
}

TEST(ContentGuess, KnowsEncodingsWithAndWithoutAMark) {
  EXPECT_EQ(guess_content("\xff\xfe<\0a\0"s), Content::utf16);
  EXPECT_EQ(guess_content("\xfe\xff\0<\0a"s), Content::utf16);
  EXPECT_EQ(guess_content(utf16("<a> <b> <c> .")), Content::utf16);
  EXPECT_EQ(guess_content("\xff\xfe\0\0<\0\0\0"s), Content::utf32);
}

TEST(ContentGuess, KnowsWebPages) {
  EXPECT_EQ(guess_content("<!DOCTYPE html>\n<html lang=\"en\">"), Content::html);
  EXPECT_EQ(guess_content("\n  <!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">"), Content::html);
  EXPECT_EQ(guess_content("<html>\n<head><title>404 Not Found</title></head>"), Content::html);
  EXPECT_EQ(guess_content("<HTML><HEAD>"), Content::html);
  EXPECT_EQ(guess_content("<!-- saved --><html lang='en'>"), Content::html);
  EXPECT_EQ(
      guess_content("<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0\">\n<html xmlns=\"h\">"),
      Content::html);
}

TEST(ContentGuess, KnowsXmlAndWhetherItIsRdf) {
  const std::string space = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"";
  EXPECT_EQ(guess_content("<?xml version=\"1.0\"?>\n<rdf:RDF " + space + ">"), Content::rdfxml);
  EXPECT_EQ(guess_content("<rdf:RDF\n  " + space + ">"), Content::rdfxml);
  EXPECT_EQ(guess_content("<!-- note -->\n<RDF xmlns=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"),
            Content::rdfxml);
  EXPECT_EQ(guess_content("<?xml version=\"1.0\"?>\n<!DOCTYPE rdf:RDF [\n<!ENTITY owl \"http://x\" >"),
            Content::rdfxml);
  EXPECT_EQ(guess_content("<?xml version=\"1.0\"?><catalog prefer=\"public\" xmlns=\"urn:oasis\">"),
            Content::other_xml);
  EXPECT_EQ(guess_content("<svg width=\"1\">"), Content::other_xml);
}

TEST(ContentGuess, KnowsJsonAndWhetherItIsJsonLd) {
  EXPECT_EQ(guess_content("{ \"@context\": {}"), Content::json_ld);
  EXPECT_EQ(guess_content("[\n {\"@id\": \"http://x/\"}]"), Content::json_ld);
  EXPECT_EQ(guess_content("{\"head\": {\"vars\": []}}"), Content::json);
  EXPECT_EQ(guess_content("[1, 2]"), Content::other);
}

TEST(ContentGuess, TakesNothingForSomethingElseThatTurtleOrTrigCanBeginWith) {
  for (const char* text : {"",
                           "\n",
                           "# a comment\n<a> <b> <c> .",
                           "<a> <b> <c> .",
                           "<http://x/> <b> <c> .",
                           "<html/x> <b> <c> .",
                           "[] <p> 1 .",
                           "[ <p> \"x\" ] <q> 1 .",
                           "(1 2) <p> 3 .",
                           "_:b <p> 1 .",
                           ":a :b :c .",
                           "a:b a 1 .",
                           "true:a a 1 .",
                           "{ <a> <b> \"x\" }",
                           "{ }",
                           "GRAPH <g> { }",
                           "prefix:a a 1 .",
                           "base:a a 1 .",
                           "VERSION \"1.2\"",
                           "BZh9:a a 1 .",
                           "PK:a a 1 .",
                           "<?x=1> <b> <c> .",
                           "<rdf:RDF> <b> <c> .",
                           "<version> <b> <c> .",
                           "<!x> <b> <c> ."}) {
    EXPECT_EQ(guess_content(text), Content::other) << text;
    EXPECT_EQ(unfit_content(text, Syntax::trig), std::nullopt) << text;
  }
}

TEST(ContentGuess, KnowsTurtleByItsDirectives) {
  for (const char* text :
       {"@prefix : <http://x/> .", "\xEF\xBB\xBF# c\n\n@base <http://x/> .", "PREFIX ex: <http://x/>",
        "base <http://x/>", "@version \"1.2\" .", "# c\r\n\tPreFix a: <x:y>"}) {
    EXPECT_EQ(guess_content(text), Content::turtle) << text;
    EXPECT_EQ(unfit_content(text, Syntax::turtle), std::nullopt);
    EXPECT_EQ(unfit_content(text, Syntax::trig), std::nullopt);
    EXPECT_NE(unfit_content(text, Syntax::nquads), std::nullopt);
  }
}

TEST(UnfitContent, NamesWhatItIsWhatItIsNotAndWhatToDo) {
  EXPECT_EQ(unfit_content("<!DOCTYPE html>", Syntax::turtle),
            "this is a web page (HTML), not Turtle; the address may need another path or an Accept header to give RDF");
  EXPECT_EQ(unfit_content("\x1f\x8b\x08", Syntax::ntriples),
            "this is compressed with gzip, not plain N-Triples; give the file a name that ends with .gz");
  EXPECT_EQ(unfit_content("@prefix : <http://x/> .", Syntax::ntriples),
            "this is Turtle, not N-Triples; give --format turtle, or the file a name that ends with .ttl");
  EXPECT_EQ(unfit_content("{\"@id\": 1}", Syntax::rdfxml),
            "this is JSON-LD, not RDF/XML; give --format jsonld, or the file a name that ends with .jsonld");
  EXPECT_EQ(unfit_content("%PDF-1.7", Syntax::nquads), "this is a PDF document, not N-Quads");
}

TEST(UnfitContent, LeavesXmlOfAnyKindAndEncodingToItsParser) {
  for (const std::string& text :
       {"<?xml version=\"1.0\"?>\n<ex:Thing xmlns:ex=\"http://x/\"/>"s, "<a xmlns=\"http://x/\"/>"s, "<a:b/>"s, ""s,
        "\xEF\xBB\xBF<a xmlns=\"http://x/\"/>"s, utf16("<a xmlns=\"http://x/\"/>"), "<!-- c -->"s, "  \n"s}) {
    EXPECT_EQ(unfit_content(text, Syntax::rdfxml), std::nullopt) << text;
  }
}

TEST(UnfitContent, JsonLdIsJsonOfAnyKind) {
  for (const char* text : {"{\"@id\": 1}", "{\"a\": 1}", "[]", "[1]", "\n {}\n{}", "\x1E{}", ""})
    EXPECT_EQ(unfit_content(text, Syntax::jsonld), std::nullopt) << text;
  EXPECT_EQ(unfit_content("<a:s> <a:p> 1 .", Syntax::jsonld),
            "this is not JSON, which begins with { or [; if it is Turtle or N-Triples, give --format turtle");
  EXPECT_EQ(unfit_content("@prefix : <http://x/> .", Syntax::jsonld),
            "this is Turtle, not JSON-LD; give --format turtle, or the file a name that ends with .ttl");
}

TEST(UnfitContent, SeesTurtleAndLinesUnderTheNameOfXml) {
  EXPECT_NE(unfit_content("@prefix : <http://x/> .", Syntax::rdfxml), std::nullopt);
  EXPECT_NE(unfit_content("<http://x/> <http://y/> 1 .", Syntax::rdfxml), std::nullopt);
  EXPECT_NE(unfit_content("_:a <http://y/> 1 .", Syntax::rdfxml), std::nullopt);
}

}  // namespace quadrille
