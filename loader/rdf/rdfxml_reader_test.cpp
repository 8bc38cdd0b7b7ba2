#include "loader/rdf/rdfxml_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/triple_term.hpp"
#include "loader/rdf/testing/read_text.hpp"
#include "loader/rdf/testing/strings.hpp"

namespace quadrille {

namespace {

using testing::read_text;
using testing::Reading;
using testing::Strings;

const std::string kRoot =
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\" xml:base=\"http://b/d\">";

Reading read_content(const std::string& content, const std::string& before = {}) {
  return read_text(before + kRoot + "\n" + content + "</rdf:RDF>", "rdf");
}

Strings quads_of_content(const std::string& content, const std::string& before = {}) {
  const Reading reading = read_content(content, before);
  EXPECT_EQ(reading.errors, Strings{}) << content;
  return reading.quads;
}

}  // namespace

TEST(RdfXml, PropertiesAsAttributesKeepTheLanguage) {
  EXPECT_EQ(quads_of_content("<e:T rdf:about='x' xml:lang='FR' e:p='chat'><e:q xml:lang=''>a</e:q></e:T>"),
            (Strings{"<http://b/x> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/T>",
                     "<http://b/x> <http://e/p> \"chat\"@fr", "<http://b/x> <http://e/q> \"a\""}));
}

TEST(RdfXml, EntitiesOfTheDocumentAreReplaced) {
  const std::string doctype =
      "<?xml version='1.0'?>\n<!DOCTYPE rdf:RDF [ <!ENTITY o 'http://o/'> <!ENTITY m 'x&amp;y'> ]>\n";
  EXPECT_EQ(quads_of_content("<rdf:Description rdf:about='&o;s'><e:p>a&m;&m;&lt;b</e:p></rdf:Description>", doctype),
            (Strings{"<http://o/s> <http://e/p> \"ax&yx&y<b\""}));
}

TEST(RdfXml, ExternalEntitiesAreErrorsAndAreNotRead) {
  const std::string doctype = "<!DOCTYPE rdf:RDF [ <!ENTITY f SYSTEM 'file:///etc/hostname'> ]>";
  const Reading reading = read_content("<rdf:Description rdf:about='s'><e:p>a&f;</e:p></rdf:Description>", doctype);
  ASSERT_FALSE(reading.errors.empty());
  EXPECT_EQ(reading.errors[0], "2:41: the entity &f; is external, and external entities are not read");
  EXPECT_FALSE(read_content("<rdf:Description e:p='&undeclared;'/>", "<!DOCTYPE rdf:RDF SYSTEM 'http://x/y.dtd'>")
                   .errors.empty());
}

TEST(RdfXml, BrokenXmlEndsTheFileWithOneErrorAndItsRestIsKept) {
  const std::string good = "<rdf:Description rdf:about='s'><e:p>1</e:p></rdf:Description>\n";
  const std::string broken = "<rdf:Description rdf:about='s'><e:p>2</e:q></rdf:Description>\n";
  std::string much;
  for (int i = 0; i < 5000; ++i) much += good;
  for (const std::string& before : {std::string(), good, much}) {
    const Reading reading = read_content(before + broken + good + much);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    EXPECT_EQ(reading.quads.size(), lines);
    ASSERT_EQ(reading.errors.size(), 1u);
    EXPECT_EQ(reading.errors[0], std::to_string(lines + 2) + ":44: XML: Opening and ending tag mismatch: p line " +
                                     std::to_string(lines + 2) + " and q");
    EXPECT_EQ(reading.rest, broken + good + much + "</rdf:RDF>\n");
  }
}

TEST(RdfXml, ADocumentOfOtherXmlIsRefusedByItsOutermostElement) {
  const InputFile file{"catalog.xml", {Syntax::rdfxml, Compression::none}};
  const auto reason = [&](std::string_view head) {
    const auto fault = refused_rdfxml(file, head, "http://b/");
    return fault ? to_string(*fault) : "none";
  };
  EXPECT_EQ(reason("<catalog xmlns='urn:c' prefer='public'><uri xmlns='urn:c'/>"),
            "catalog.xml:1:1: the attribute prefer has no namespace; a property has one, as in ex:prefer");
  EXPECT_EQ(reason("<a></b>"), "catalog.xml:1:1: the element a has no namespace");
  EXPECT_EQ(reason("<?xml version='1.0'?><a:"), "none");
  EXPECT_EQ(reason(kRoot + "<rdf:Description></e:p>"), "none") << "what comes before may be read";
  EXPECT_EQ(read_text("<catalog xmlns='urn:c' prefer='public'>\n<uri/></catalog>", "xml").rest,
            "<catalog xmlns='urn:c' prefer='public'>\n<uri/></catalog>\n");
}

TEST(RdfXml, EntitiesThatGrowWithoutBoundAreErrors) {
  std::string doctype = "<!DOCTYPE rdf:RDF [ <!ENTITY a0 'aaaaaaaaaa'>";
  for (int i = 1; i < 12; ++i) {
    doctype += "<!ENTITY a" + std::to_string(i) + " '";
    for (int j = 0; j < 10; ++j) doctype += "&a" + std::to_string(i - 1) + ";";
    doctype += "'>";
  }
  EXPECT_FALSE(read_content("<rdf:Description><e:p>&a11;</e:p></rdf:Description>", doctype + "]>").errors.empty());
}

TEST(RdfXml, XmlLiteralsAreCanonical) {
  EXPECT_EQ(quads_of_content("<rdf:Description rdf:about='x'><e:p rdf:parseType='Literal'> <e:b z='1' "
                             "a='&lt;\"'/>&amp;<!--c--><x xmlns='u:v'><y/></x></e:p>"
                             "</rdf:Description>"),
            (Strings{"<http://b/x> <http://e/p> \" <e:b xmlns:e=\\\"http://e/\\\" a=\\\"&lt;&quot;\\\" "
                     "z=\\\"1\\\"></e:b>&amp;<!--c-->"
                     "<x xmlns=\\\"u:v\\\"><y></y></x>\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>"}));
}

TEST(RdfXml, CollectionsContainersAndResourcesBecomeTriples) {
  EXPECT_EQ(quads_of_content("<rdf:Seq rdf:about='x'><rdf:li>a</rdf:li><rdf:li rdf:resource='y'/></rdf:Seq>").size(),
            3u);
  EXPECT_EQ(
      quads_of_content("<rdf:Description><e:p rdf:parseType='Collection'><e:T/><e:T/></e:p></rdf:Description>").size(),
      7u);
  EXPECT_EQ(
      quads_of_content("<rdf:Description><e:p rdf:parseType='Resource'><e:q>1</e:q></e:p></rdf:Description>").size(),
      2u);
  EXPECT_EQ(quads_of_content("<rdf:Description><e:p rdf:ID='r'>1</e:p></rdf:Description>").size(), 5u);
}

TEST(RdfXml, AnElementThatBreaksTheGrammarIsPassedOver) {
  const Reading reading = read_content(
      "<rdf:Description rdf:about='a b'><e:p>1</e:p></rdf:Description>\n"
      "<rdf:Description rdf:about='x'>\n<e:p rdf:resource='y' rdf:nodeID='z'/>\n<e:q>2</e:q></rdf:Description>\n"
      "<rdf:Description rdf:aboutEach='#n'><e:p>3</e:p></rdf:Description>\n");
  EXPECT_EQ(reading.quads, (Strings{"<http://b/x> <http://e/q> \"2\""}));
  EXPECT_EQ(reading.errors, (Strings{"2:1: \"a b\": there is a space in an IRI",
                                     "4:1: a property element has rdf:resource or rdf:nodeID, not both",
                                     "6:1: the attribute rdf:aboutEach is not allowed here"}));
}

TEST(RdfXml, DirectionsAndTripleTermsNeedAVersion) {
  const auto document = [](const std::string& version) {
    return "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\" " + version +
           " xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\">\n<rdf:Description rdf:about='a:x'>"
           "<e:p rdf:parseType='Triple'><rdf:Description rdf:about='a:y' e:p='1'/></e:p>\n<e:p its:dir='rtl' "
           "xml:lang='ar'>3</e:p></rdf:Description></rdf:RDF>";
  };
  const Reading reading = read_text(document("rdf:version='1.2'"), "rdf");
  EXPECT_EQ(reading.quads,
            (Strings{"<a:x> <http://e/p> <<( <a:y> <http://e/p> \"1\" )>>", "<a:x> <http://e/p> \"3\"@ar--rtl"}));
  EXPECT_EQ(reading.errors, Strings{});
  EXPECT_EQ(reading.warnings, Strings{});

  const Reading older = read_text(document(""), "rdf");
  EXPECT_EQ(older.quads, (Strings{"<a:x> <http://e/p> \"3\"@ar"}));
  EXPECT_EQ(older.errors, Strings{});
  EXPECT_EQ(older.warnings, (Strings{"2:34: a property with rdf:parseType=\"Triple\" is left out, since no element "
                                     "around it has rdf:version=\"1.2\""}));

  const Reading newer = read_text(document("rdf:version='2.0'"), "rdf");
  EXPECT_EQ(newer.quads, reading.quads);
  EXPECT_EQ(newer.warnings,
            (Strings{"1:1: the document announces version \"2.0\", which is not known; it is read as RDF 1.2"}));
}

TEST(RdfXml, AnAnnotationIsAReifier) {
  EXPECT_EQ(
      quads_of_content("<rdf:Description rdf:about='a:x'><e:p rdf:annotationNodeID='r'>2</e:p></rdf:Description>"),
      (Strings{"_:r <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( <a:x> <http://e/p> \"2\" )>>",
               "<a:x> <http://e/p> \"2\""}));
}

TEST(RdfXml, AMalformedTripleTermTakesNothingElseAlong) {
  const Reading reading = read_text(
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\" rdf:version='1.2'>\n"
      "<rdf:Description rdf:about='a:x'>"
      "<e:p rdf:parseType='Triple'><rdf:Description><e:p rdf:about='x'/></rdf:Description></e:p>\n"
      "<e:p rdf:parseType='Triple'>text</e:p>\n<e:p>4</e:p></rdf:Description></rdf:RDF>",
      "rdf");
  EXPECT_EQ(reading.quads, (Strings{"<a:x> <http://e/p> \"4\""}));
  EXPECT_EQ(reading.errors.size(), 2u);
}

TEST(RdfXml, TripleTermsAreNestedToALimit) {
  const auto nested = [](int depth) {
    std::string text =
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\" "
        "rdf:version='1.2'><rdf:Description rdf:about='a:x'>";
    for (int i = 0; i < depth; ++i) text += "<e:p rdf:parseType='Triple'><rdf:Description rdf:about='a:y'>";
    text += "<e:p>1</e:p>";
    for (int i = 0; i < depth; ++i) text += "</rdf:Description></e:p>";
    return read_text(text + "</rdf:Description></rdf:RDF>", "rdf");
  };
  EXPECT_EQ(nested(kMostNestedTriples).quads.size(), 1u);
  EXPECT_EQ(nested(kMostNestedTriples + 1).quads.size(), 0u);
  EXPECT_EQ(nested(kMostNestedTriples + 1).errors.size(), 1u);
}

TEST(RdfXml, ColumnsAreInCharacters) {
  EXPECT_EQ(read_content(
                "<rdf:Description rdf:about='\xC3\xA4' e:p='\xF0\x9F\x98\x80'><e:p rdf:about='x'/></rdf:Description>")
                .errors,
            (Strings{"2:40: a property element cannot have rdf:about"}));
}

TEST(RdfXml, NamespacesMustMakeIris) {
  EXPECT_EQ(
      read_content("<x:T xmlns:x='a b:'/><x:T xmlns:x='rel'/><rdf:Description x:p='1' xmlns:x='a^b:'/>").errors.size(),
      3u);
}

TEST(RdfXml, NamespacesMayHaveLettersBeyondAscii) {
  EXPECT_EQ(quads_of_content("<rdf:Description rdf:about='x' x:p='1' xmlns:x='http://\xC3\xA4/'/>"),
            (Strings{"<http://b/x> <http://\xC3\xA4/p> \"1\""}));
}

TEST(RdfXml, BrokenXmlEndsTheFileWithLineAndColumn) {
  const Reading reading = read_content(
      "<rdf:Description "
      "rdf:about='x'><e:p>1</e:p></rdf:Description>\n<rdf:Description>\n<e:p>a</e:q></rdf:Description>");
  EXPECT_EQ(reading.quads.size(), 1u);
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors[0].rfind("4:13: XML: Opening and ending tag mismatch", 0), 0u) << reading.errors[0];
  EXPECT_FALSE(read_text("", "rdf").errors.empty());
  EXPECT_FALSE(read_text("<rdf:RDF", "rdf").errors.empty());
  EXPECT_FALSE(read_text("no xml", "rdf").errors.empty());
}

TEST(RdfXml, WrittenNodeIdsClashWithNoOthers) {
  EXPECT_EQ(
      quads_of_content("<rdf:Description rdf:nodeID='genid1'><e:p><rdf:Description e:q='1'/></e:p></rdf:Description>"),
      (Strings{"_:genid1 <http://e/q> \"1\"", "_:genid_1 <http://e/p> _:genid1"}));
}

TEST(RdfXml, NodeIdsThatAreNoLabelsBecomeSome) {
  EXPECT_EQ(quads_of_content("<rdf:Description rdf:nodeID='a.' e:p='1'/>"),
            (Strings{"_:genid-612E <http://e/p> \"1\""}));
}

TEST(RdfXml, OtherEncodingsAreRead) {
  EXPECT_EQ(
      quads_of_content("<rdf:Description rdf:about='x' e:p='\xE4'/>", "<?xml version='1.0' encoding='ISO-8859-1'?>"),
      (Strings{"<http://b/x> <http://e/p> \"\xC3\xA4\""}));
}

}  // namespace quadrille
