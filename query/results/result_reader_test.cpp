#include "query/results/result_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"

namespace quadrille::results {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string> kVariables{"x", "y"};

// The rows as lines of N-Triples terms, read in pieces of `piece` bytes; or the error.
std::vector<std::string> lines(ResultFormat format, std::string_view answer, std::size_t piece = 7) {
  const auto read = [&](std::span<char> to) {
    const std::size_t size = std::min({to.size(), answer.size(), piece});
    std::copy_n(answer.begin(), size, to.begin());
    answer.remove_prefix(size);
    return size;
  };
  std::vector<std::string> found;
  try {
    read_solutions(format, kVariables, read, [&](std::span<const Cell> row) {
      std::string line;
      for (const Cell& cell : row) line += (cell ? to_ntriples(*cell) : "UNDEF") + " ";
      found.push_back(line);
    });
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    found.push_back(std::string("error ") + error.what());
  }
  return found;
}

std::vector<std::string> json_terms(const std::string& term) {
  return lines(ResultFormat::json, R"({"results":{"bindings":[{"x":)" + term + "}]}}");
}
std::vector<std::string> xml_terms(const std::string& term) {
  return lines(ResultFormat::xml,
               "<sparql xmlns='http://www.w3.org/2005/sparql-results#'><results><result>"
               "<binding name='x'>" +
                   term + "</binding></result></results></sparql>");
}

}  // namespace

TEST(ResultReader, ReadsEveryKindOfTerm) {
  EXPECT_THAT(json_terms(R"({"type":"uri","value":"a:b"})"), ElementsAre("<a:b> UNDEF "));
  EXPECT_THAT(json_terms(R"({"value":"l","type":"bnode"})"), ElementsAre("_:l UNDEF "));
  EXPECT_THAT(json_terms(R"({"type":"literal","value":"a\n\u00e4"})"), ElementsAre("\"a\\nä\" UNDEF "));
  EXPECT_THAT(json_terms(R"({"type":"literal","value":"a","xml:lang":"EN-gb"})"), ElementsAre("\"a\"@en-gb UNDEF "));
  EXPECT_THAT(json_terms(R"({"type":"literal","value":"1","datatype":"a:int"})"), ElementsAre("\"1\"^^<a:int> UNDEF "));
  EXPECT_THAT(json_terms(R"({"type":"typed-literal","value":"1","datatype":"a:int"})"),
              ElementsAre("\"1\"^^<a:int> UNDEF "));
  EXPECT_THAT(json_terms(R"({"type":"literal","value":""})"), ElementsAre("\"\" UNDEF "));
  EXPECT_THAT(xml_terms("<uri>a:b</uri>"), ElementsAre("<a:b> UNDEF "));
  EXPECT_THAT(xml_terms(" <bnode>l</bnode> "), ElementsAre("_:l UNDEF "));
  EXPECT_THAT(xml_terms("<literal>a &amp;&#10;<![CDATA[<b>]]></literal>"), ElementsAre("\"a &\\n<b>\" UNDEF "));
  EXPECT_THAT(xml_terms("<literal xml:lang='EN'> a </literal>"), ElementsAre("\" a \"@en UNDEF "));
  EXPECT_THAT(xml_terms("<literal datatype='a:int'>1</literal>"), ElementsAre("\"1\"^^<a:int> UNDEF "));
  EXPECT_THAT(xml_terms("<literal/>"), ElementsAre("\"\" UNDEF "));
}

TEST(ResultReader, PassesOverWhatItDoesNotKnow) {
  const std::string json = R"({"link":[{"bindings":[{"x":1}]}],"head":{"vars":["z","x"],"results":[]},
      "results":{"distinct":false,"ordered":[[{}]],"bindings":[
        {"z":{"type":"uri","value":"a:z"},"y":{"type":"uri","value":"a:1","more":{"value":"no"}}},
        {},
        {"x":{"type":"uri","value":"a:2"}}]},"boolean-ish":true})";
  for (const std::size_t piece : {1u, 5u, 10'000u}) {
    EXPECT_THAT(lines(ResultFormat::json, json, piece), ElementsAre("UNDEF <a:1> ", "UNDEF UNDEF ", "<a:2> UNDEF "));
  }
  const std::string xml = R"(<?xml version="1.0"?><!-- x --><s:sparql xmlns:s="http://www.w3.org/2005/sparql-results#">
      <s:head><s:variable name="x"/></s:head><s:results><s:result><s:binding name="z"><s:uri>a:z</s:uri></s:binding>
      <s:binding name="y"><s:uri>a:1</s:uri></s:binding></s:result><s:result/></s:results></s:sparql>)";
  for (const std::size_t piece : {1u, 5u, 10'000u}) {
    EXPECT_THAT(lines(ResultFormat::xml, xml, piece), ElementsAre("UNDEF <a:1> ", "UNDEF UNDEF "));
  }
}

TEST(ResultReader, SaysWhatIsWrong) {
  const auto json = [](std::string_view answer) { return lines(ResultFormat::json, answer).back(); };
  EXPECT_THAT(json(""), HasSubstr("not JSON"));
  EXPECT_THAT(json("{\"results\":"), HasSubstr("not JSON"));
  EXPECT_THAT(json("\xff"), HasSubstr("not JSON"));
  EXPECT_THAT(json("{\"results\":{\"bindings\":[]}} x"), HasSubstr("not JSON"));
  EXPECT_THAT(json("[]"), HasSubstr("no results"));
  EXPECT_THAT(json(R"({"boolean":true})"), HasSubstr("true or false"));
  EXPECT_THAT(json_terms("{}").back(), HasSubstr("no value"));
  EXPECT_THAT(json_terms(R"({"type":"triple","value":{}})").back(), HasSubstr("no value"));
  EXPECT_THAT(json_terms(R"({"type":"triple","value":"x"})").back(), HasSubstr("no value"));
  EXPECT_THAT(json_terms(R"({"type":"quad","value":"x"})").back(), HasSubstr("neither IRI"));
  EXPECT_THAT(json_terms(R"({"type":"literal","value":"x","xml:lang":"e n"})").back(), HasSubstr("language"));
  const auto xml = [](std::string_view answer) { return lines(ResultFormat::xml, answer).back(); };
  EXPECT_THAT(xml(""), HasSubstr("not XML"));
  EXPECT_THAT(xml("<html/>"), HasSubstr("<html>"));
  EXPECT_THAT(xml("<sparql/>"), HasSubstr("no results"));
  EXPECT_THAT(xml("<sparql><boolean>true</boolean></sparql>"), HasSubstr("true or false"));
  EXPECT_THAT(xml("<sparql><results><result></results></sparql>"), HasSubstr("not XML"));
  EXPECT_THAT(xml("<!DOCTYPE sparql SYSTEM 'file:///etc/passwd'><sparql/>"), HasSubstr("document type"));
  EXPECT_THAT(xml_terms("<triple/>").back(), HasSubstr("no value"));
}

TEST(ResultReader, DeepNestingAndEndlessRowsAreErrors) {
  std::string deep = "{\"results\":{\"bindings\":[";
  deep.append(100'000, '[');
  EXPECT_THAT(lines(ResultFormat::json, deep, 1 << 16).back(), HasSubstr("not JSON"));
  std::string nested = "<sparql>";
  for (int depth = 0; depth < 100'000; ++depth) nested += "<a>";
  EXPECT_THAT(lines(ResultFormat::xml, nested, 1 << 16).back(), HasSubstr("not XML"));
  const auto spaces = [](std::span<char> to) {
    std::fill(to.begin(), to.end(), ' ');
    return to.size();
  };
  EXPECT_THROW(read_solutions(ResultFormat::json, kVariables, spaces, [](auto) {}), Error);
}

TEST(ResultReader, WhatReadAndTakeThrowComesOut) {
  struct Mine {};
  const auto fails = [](std::span<char>) -> std::size_t { throw Mine(); };
  for (const ResultFormat format : {ResultFormat::json, ResultFormat::xml}) {
    EXPECT_THROW(read_solutions(format, kVariables, fails, [](auto) {}), Mine);
  }
  std::string_view answer = R"({"results":{"bindings":[{}]}})";
  const auto read = [&](std::span<char> to) {
    const std::size_t size = std::min(to.size(), answer.size());
    std::copy_n(answer.begin(), size, to.begin());
    answer.remove_prefix(size);
    return size;
  };
  EXPECT_THROW(read_solutions(ResultFormat::json, kVariables, read, [](auto) { throw Mine(); }), Mine);
}

TEST(ResultReader, MediaTypesAreRecognised) {
  EXPECT_EQ(find_readable_format("application/sparql-results+json"), ResultFormat::json);
  EXPECT_EQ(find_readable_format("Application/JSON; charset=utf-8"), ResultFormat::json);
  EXPECT_EQ(find_readable_format("application/sparql-results+xml ;charset=UTF-8"), ResultFormat::xml);
  EXPECT_EQ(find_readable_format("text/csv"), std::nullopt);
  EXPECT_EQ(find_readable_format("text/html"), std::nullopt);
  EXPECT_EQ(find_readable_format("json"), std::nullopt);
  EXPECT_EQ(find_readable_format(""), std::nullopt);
}

}  // namespace quadrille::results
