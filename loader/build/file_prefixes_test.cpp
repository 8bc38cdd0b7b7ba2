#include "loader/build/file_prefixes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

using P = FilePrefix;

}  // namespace

TEST(TurtlePrefixes, AreTheDirectivesBeforeTheFirstStatement) {
  EXPECT_THAT(turtle_prefixes("# a comment @prefix no: <http://no/> .\n"
                              "@prefix ex: <http://ex/> .\n"
                              "prefix : <http://e/#>\n"
                              "@base <http://base/> . PREFIX\n\tp.q:<urn:p:> @prefix a-b : <http://ab/>.\n"
                              "ex:a ex:b ex:c . @prefix late: <http://late/> ."),
              ElementsAre(P{"ex", "http://ex/"}, P{"", "http://e/#"}, P{"p.q", "urn:p:"}));
  EXPECT_THAT(turtle_prefixes("\xEF\xBB\xBF@prefix ex: <http://ex/> ."), ElementsAre(P{"ex", "http://ex/"}));
}

TEST(TurtlePrefixes, OfOtherFormsAreLeftOut) {
  EXPECT_THAT(turtle_prefixes("@prefix r: <relative/> . @prefix e: <http://e/\\u0041> . @prefix s: <http://a b/> .\n"
                              "@prefix \xC3\xA9: <http://e/> . @prefix 1: <http://1/> . @prefix ok: <http://ok/> ."),
              ElementsAre(P{"ok", "http://ok/"}));
}

// A truncated text has a part of the prefixes of the whole one.
TEST(TurtlePrefixes, OfATextThatIsCutAreThoseThatAreWhole) {
  const std::string text =
      "@prefix ex: <http://ex/> .\n@base <b> .\nPREFIX long: <http://long/namespace#>\n<a> <b> <c> .";
  const std::vector<P> all = turtle_prefixes(text);
  ASSERT_EQ(all.size(), 2u);
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::vector<P> some = turtle_prefixes(text.substr(0, size));
    ASSERT_LE(some.size(), all.size());
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << size;
  }
}

TEST(RdfXmlPrefixes, AreThoseOfTheFirstElement) {
  EXPECT_THAT(rdfxml_prefixes("<?xml version=\"1.0\"?>\n<!-- <x xmlns:no=\"http://no/\"> -->\n"
                              "<!DOCTYPE rdf:RDF [ <!ENTITY owl \"http://www.w3.org/2002/07/owl#\" > ]>\n"
                              "<rdf:RDF xmlns=\"http://d/\" xml:base=\"http://b/\"\n xmlns:ex = 'http://ex/'\n"
                              " xmlns:o=\"&owl;\" xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                              "<ex:a xmlns:late=\"http://late/\"/></rdf:RDF>"),
              ElementsAre(P{"ex", "http://ex/"}, P{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"}));
  EXPECT_THAT(rdfxml_prefixes("<rdf:RDF xmlns:ex=\"http://ex"), IsEmpty());
  EXPECT_THAT(rdfxml_prefixes("no document"), IsEmpty());
}

TEST(JsonLdPrefixes, AreTheTermsOfTheFirstContextThatCanBePrefixes) {
  EXPECT_THAT(jsonld_prefixes(R"([{"note": "@context", "@context" : {"ex": "http://ex/", "name": "http://ex/name",
      "": "http://empty/", "sub": "ex:sub/", "long": {"@id": "http://long/v", "@prefix": true}, "rel": "relative/",
      "typed": {"@id": "http://typed/", "@type": "@id"}, "@vocab": "http://v/", "no": null, "u": "urn:x:"},
      "p": {"@context": {"late": "http://late/"}}}])"),
              ElementsAre(P{"ex", "http://ex/"}, P{"long", "http://long/v"}, P{"u", "urn:x:"}));
  EXPECT_THAT(jsonld_prefixes(R"({"@context": ["https://far/", {"a": "http://a/"}, null, {"b": "http://b#"}], "@id")"),
              ElementsAre(P{"a", "http://a/"}, P{"b", "http://b#"}));
  EXPECT_THAT(jsonld_prefixes(R"({"@context": {"ex": "http://ex/", "cut)"), IsEmpty());
  EXPECT_THAT(jsonld_prefixes(R"({"@context": "https://far/"})"), IsEmpty());
  EXPECT_THAT(jsonld_prefixes("no document"), IsEmpty());
}

TEST(FilePrefixes, OfSeveralFilesAreTheFirstOfEachPrefixAndNamespace) {
  const testing::TemporaryFolder folder;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder.path() / name) << text;
    return (folder.path() / name).string();
  };
  const std::vector<std::string> paths = {
      write("a.ttl", "@prefix ex: <http://ex/> .\n@prefix a: <http://a/> .\n"),
      write("b.trig", "@prefix ex: <http://other/> .\n@prefix same: <http://a/> .\n@prefix b: <http://b/> .\n"),
      write("c.nt", "<a:a> <a:a> <a:a> .\n"), write("d.rdf", "<rdf:RDF xmlns:d=\"http://d/\">"),
      write("e.jsonld", R"({"@context": {"e": "http://e/"}})")};
  Manifest manifest;
  EXPECT_THAT(prefixes_of(manifest), IsEmpty());
  manifest.options[kPrefixesOption] = gather_prefixes(list_input_files(paths));
  EXPECT_THAT(prefixes_of(manifest), ElementsAre(P{"ex", "http://ex/"}, P{"a", "http://a/"}, P{"b", "http://b/"},
                                                 P{"d", "http://d/"}, P{"e", "http://e/"}));
  EXPECT_THAT(prefixes_of(Manifest::from_json(manifest.to_json(), "test")),
              ElementsAre(P{"ex", "http://ex/"}, P{"a", "http://a/"}, P{"b", "http://b/"}, P{"d", "http://d/"},
                          P{"e", "http://e/"}));
}

TEST(FilePrefixes, AreBounded) {
  const testing::TemporaryFolder folder;
  std::ofstream file(folder.path() / "many.ttl");
  for (int number = 0; number < 1000; ++number) file << "@prefix p" << number << ": <http://n" << number << "/> .\n";
  file.close();
  Manifest manifest;
  manifest.options[kPrefixesOption] =
      gather_prefixes(list_input_files(std::vector{(folder.path() / "many.ttl").string()}));
  EXPECT_EQ(prefixes_of(manifest).size(), kMostFilePrefixes);
}

}  // namespace quadrille
