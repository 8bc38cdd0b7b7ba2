#include "query/results/negotiation.hpp"

#include <gtest/gtest.h>

namespace quadrille::results {

namespace {
ResultFormat solutions(std::string_view accept) {
  return choose_format(AnswerKind::solutions, std::nullopt, accept);
}
ResultFormat graph(std::string_view accept) {
  return choose_format(AnswerKind::graph, std::nullopt, accept);
}
}  // namespace

TEST(Negotiation, WithoutWishesSolutionsAreJsonAndGraphsTurtle) {
  for (const char* accept : {"", "*/*", " , ", "nonsense"}) {
    EXPECT_EQ(solutions(accept), ResultFormat::json) << accept;
    EXPECT_EQ(graph(accept), ResultFormat::turtle) << accept;
    EXPECT_EQ(choose_format(AnswerKind::boolean, std::nullopt, accept), ResultFormat::json) << accept;
  }
}

TEST(Negotiation, EveryMediaTypeOfTheTableIsTaken) {
  for (const FormatRow& row : all_formats()) {
    EXPECT_EQ(media_type(row.format), row.content_type);
    for (const AnswerKind kind : row.of) {
      for (const std::string_view type : row.media_types) {
        EXPECT_EQ(choose_format(kind, std::nullopt, type), row.format) << type;
        EXPECT_EQ(choose_format(kind, std::string(type), "image/png"), row.format) << type;
      }
      for (const std::string_view name : row.names) EXPECT_EQ(choose_format(kind, std::string(name), ""), row.format);
      EXPECT_EQ(find_format(short_name(row.format), kind), row.format);
    }
  }
}

TEST(Negotiation, AllGraphsAreQuads) {
  EXPECT_EQ(choose_format(AnswerKind::dataset, std::nullopt, "text/turtle, */*;q=0.1"), ResultFormat::nquads);
  EXPECT_EQ(choose_format(AnswerKind::dataset, std::nullopt, "application/trig"), ResultFormat::trig);
  EXPECT_THROW(choose_format(AnswerKind::dataset, "turtle", ""), NotAcceptable);
  EXPECT_THROW(choose_format(AnswerKind::graph, "trig", ""), NotAcceptable);
}

TEST(Negotiation, ExplanationsAreTextUnlessJsonIsAskedFor) {
  const auto form = [](std::string_view accept) {
    return choose_format(AnswerKind::explanation, std::nullopt, accept);
  };
  EXPECT_EQ(form(""), ResultFormat::plain);
  EXPECT_EQ(form("text/html, */*;q=0.1"), ResultFormat::plain);
  EXPECT_EQ(form("application/json"), ResultFormat::plan_json);
  EXPECT_EQ(choose_format(AnswerKind::explanation, "json", ""), ResultFormat::plan_json);
  EXPECT_THROW(choose_format(AnswerKind::explanation, "csv", ""), NotAcceptable);
  EXPECT_THROW(choose_format(AnswerKind::solutions, "text", ""), NotAcceptable);
  EXPECT_EQ(choose_format(AnswerKind::graph, std::nullopt, "text/plain"), ResultFormat::ntriples);
}

TEST(Negotiation, TheHighestQualityWins) {
  EXPECT_EQ(solutions("text/csv;q=0.2, application/sparql-results+xml;q=0.9"), ResultFormat::xml);
  EXPECT_EQ(solutions("text/csv; q=0.901 , application/sparql-results+xml;Q=0.9"), ResultFormat::csv);
  EXPECT_EQ(solutions("image/webp, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8"), ResultFormat::xml);
}

TEST(Negotiation, BrowsersGetPagesAndNobodyElse) {
  const std::string browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  for (const AnswerKind kind : {AnswerKind::solutions, AnswerKind::boolean, AnswerKind::graph}) {
    EXPECT_EQ(choose_format(kind, std::nullopt, browser), ResultFormat::html);
    for (const char* accept : {"*/*", "", "text/*"}) {
      EXPECT_NE(choose_format(kind, std::nullopt, accept), ResultFormat::html) << accept;
    }
  }
  EXPECT_EQ(choose_format(AnswerKind::dataset, std::nullopt, browser), ResultFormat::nquads);
  EXPECT_EQ(choose_format(AnswerKind::explanation, std::nullopt, browser), ResultFormat::plain);
}

TEST(Negotiation, XmlIsRdfXmlWhereAGraphIsTheAnswer) {
  EXPECT_EQ(choose_format(AnswerKind::graph, "xml", "application/rdf+xml"), ResultFormat::rdfxml);
  EXPECT_EQ(choose_format(AnswerKind::graph, "rdf+xml", ""), ResultFormat::rdfxml);
  EXPECT_EQ(graph("application/xml"), ResultFormat::rdfxml);
  EXPECT_EQ(choose_format(AnswerKind::solutions, "xml", ""), ResultFormat::xml);
  EXPECT_EQ(choose_format(AnswerKind::graph, "n3", ""), ResultFormat::turtle);
  EXPECT_EQ(graph("text/rdf+n3"), ResultFormat::turtle);
}

TEST(Negotiation, OfSeveralNamesTheFirstThatSuitsIsTaken) {
  EXPECT_EQ(choose_format(AnswerKind::solutions, "turtle, application/x-none,tsv,csv", ""), ResultFormat::tsv);
  EXPECT_EQ(choose_format(AnswerKind::graph, "hdt,application/rdf+xml", ""), ResultFormat::rdfxml);
  try {
    choose_format(AnswerKind::graph, "hdt,application/x-hdt", "*/*");
    FAIL();
  } catch (const NotAcceptable& error) {
    EXPECT_EQ(std::string(error.what()).find("none of the formats 'hdt,application/x-hdt' is available"), 0u);
  }
}

TEST(Negotiation, AMoreSpecificRangeOverridesAWiderOne) {
  EXPECT_EQ(solutions("*/*;q=0.5, application/sparql-results+json;q=0.1, application/json;q=0"), ResultFormat::xml);
  EXPECT_EQ(solutions("text/*;q=0.9, text/csv;q=0.1"), ResultFormat::tsv);
  EXPECT_EQ(solutions("*/*, text/tab-separated-values"), ResultFormat::tsv);
}

TEST(Negotiation, OfEqualsTheFirstInTheHeaderWins) {
  EXPECT_EQ(solutions("text/csv, application/sparql-results+json"), ResultFormat::csv);
  EXPECT_EQ(solutions("application/sparql-results+json, text/csv"), ResultFormat::json);
}

TEST(Negotiation, ParametersLettersCaseAndRubbishDoNotMatter) {
  EXPECT_EQ(solutions("Text/CSV;charset=\"utf-8;,\";q=1, rubbish, a/b;q=7"), ResultFormat::csv);
  EXPECT_EQ(solutions("text/csv;q=2, text/tab-separated-values"), ResultFormat::tsv);
  EXPECT_EQ(find_format("Text/Csv; header=present"), ResultFormat::csv);
}

TEST(Negotiation, WhatCannotBeHadIsNotAcceptableAndTheOffersAreListed) {
  EXPECT_THROW(solutions("text/turtle"), NotAcceptable);
  EXPECT_THROW(graph("application/sparql-results+json"), NotAcceptable);
  EXPECT_THROW(solutions("*/*;q=0"), NotAcceptable);
  EXPECT_THROW(choose_format(AnswerKind::graph, "json", ""), NotAcceptable);
  EXPECT_THROW(choose_format(AnswerKind::boolean, "nt", ""), NotAcceptable);
  try {
    choose_format(AnswerKind::graph, "xls", "");
    FAIL();
  } catch (const NotAcceptable& error) {
    EXPECT_STREQ(error.what(),
                 "unknown format 'xls'; available are text/turtle (format=turtle), application/n-triples (format=nt), "
                 "application/rdf+xml (format=rdf), application/ld+json (format=jsonld), text/html (format=html)");
  }
}

TEST(Negotiation, JsonLdHoldsGraphsAndQuads) {
  EXPECT_EQ(graph("application/ld+json"), ResultFormat::jsonld);
  EXPECT_EQ(graph("application/*"), ResultFormat::ntriples);
  EXPECT_EQ(choose_format(AnswerKind::graph, "json-ld,application/rdf+xml", ""), ResultFormat::jsonld);
  EXPECT_EQ(choose_format(AnswerKind::dataset, "jsonld", ""), ResultFormat::jsonld);
  EXPECT_THROW(choose_format(AnswerKind::solutions, "jsonld", ""), NotAcceptable);
  EXPECT_THROW(solutions("application/ld+json"), NotAcceptable);
}

TEST(Negotiation, QuadsOfAConstructAreTrigUnlessAnotherFormatIsNamed) {
  const auto quads = [](std::string_view accept) { return choose_format(AnswerKind::quads, std::nullopt, accept); };
  EXPECT_EQ(quads(""), ResultFormat::trig);
  EXPECT_EQ(quads("*/*"), ResultFormat::trig);
  EXPECT_EQ(quads("text/turtle, application/*;q=0.1"), ResultFormat::trig);
  EXPECT_EQ(quads("application/n-quads, */*;q=0.1"), ResultFormat::nquads);
  EXPECT_EQ(quads("application/ld+json"), ResultFormat::jsonld);
  for (const char* const name : {"turtle", "nt", "rdf"}) {
    try {
      choose_format(AnswerKind::quads, name, "");
      FAIL() << name;
    } catch (const NotAcceptable& error) {
      EXPECT_NE(std::string(error.what()).find("the template of this CONSTRUCT has GRAPH"), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("application/trig (format=trig), application/n-quads"),
                std::string::npos);
    }
  }
  EXPECT_THROW(quads("text/turtle"), NotAcceptable);
}

TEST(Negotiation, AVersionIsNoDifference) {
  EXPECT_EQ(graph("application/n-triples;version=1.1, text/turtle;version=1.2;q=0.9"), ResultFormat::ntriples);
  EXPECT_EQ(graph("text/turtle;version=1.2"), ResultFormat::turtle);
  EXPECT_EQ(graph("text/turtle; version=\"1.2-basic\""), ResultFormat::turtle);
}

TEST(Negotiation, TheProfileIsThatOfTheBestRangeOfJsonLd) {
  EXPECT_EQ(profile_of_accept("application/ld+json; profile=\"http://a/ http://b/\""), "http://a/ http://b/");
  EXPECT_EQ(profile_of_accept("application/ld+json;profile=x;q=0.5, application/ld+json;q=0.9;PROFILE=y"), "y");
  EXPECT_EQ(profile_of_accept("text/turtle;profile=x, application/ld+json, application/ld+json;q=0;profile=z"), "");
}

}  // namespace quadrille::results
