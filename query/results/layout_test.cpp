#include "query/results/layout.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::results {

namespace {

Arrangement of_json_ld(LayoutRequest request) {
  return choose_layout(ResultFormat::jsonld, request).arrangement;
}

std::string accept(std::string_view profiles) {
  return "text/turtle;q=0.1, application/ld+json;profile=\"" + std::string(profiles) + "\"";
}

std::string refusal(ResultFormat format, const LayoutRequest& request) {
  try {
    choose_layout(format, request);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST(Layout, IsStreamedUnlessTheClientAsksForAnother) {
  for (const FormatRow& row : all_formats()) EXPECT_TRUE(choose_layout(row.format, {}).is_streamed());
  EXPECT_TRUE(
      choose_layout(ResultFormat::turtle, {.accept = accept("http://www.w3.org/ns/json-ld#expanded")}).is_streamed());
}

TEST(Layout, PrettyIsForTurtleAndTrig) {
  EXPECT_EQ(choose_layout(ResultFormat::turtle, {.pretty = true}).arrangement, Arrangement::pretty);
  EXPECT_EQ(choose_layout(ResultFormat::trig, {.pretty = true}).arrangement, Arrangement::pretty);
  EXPECT_EQ(choose_layout(ResultFormat::nquads, {.canonical = true}).arrangement, Arrangement::canonical);
  EXPECT_EQ(refusal(ResultFormat::turtle, {.canonical = true}),
            "canonical=true is for N-Triples and N-Quads, and this answer is turtle; add format=nt or format=nq");
  EXPECT_EQ(refusal(ResultFormat::nquads, {.pretty = true}),
            "pretty=true is for Turtle and TriG, and this answer is nq; leave out 'pretty'");
}

TEST(Layout, ProfilesAreWordsInTheUrlAndIrisInTheHeader) {
  EXPECT_EQ(of_json_ld({.profile = "expanded"}), Arrangement::expanded);
  EXPECT_EQ(of_json_ld({.profile = "http://www.w3.org/ns/json-ld#flattened"}), Arrangement::flattened);
  EXPECT_EQ(of_json_ld({.profile = "compacted"}), Arrangement::streamed);
  EXPECT_EQ(of_json_ld({.profile = "streaming"}), Arrangement::streamed);
  EXPECT_EQ(of_json_ld({.accept = accept("http://www.w3.org/ns/json-ld#expanded")}), Arrangement::expanded);
  EXPECT_EQ(of_json_ld({.accept = accept("http://e/other http://www.w3.org/ns/json-ld#flattened")}),
            Arrangement::flattened);
  EXPECT_EQ(of_json_ld({.accept = accept("http://www.w3.org/ns/json-ld#expanded"), .profile = "flattened"}),
            Arrangement::flattened);
}

TEST(Layout, UnknownProfilesAreIgnoredInTheHeaderAndRefusedInTheUrl) {
  EXPECT_EQ(of_json_ld({.accept = accept("http://e/other")}), Arrangement::streamed);
  EXPECT_EQ(refusal(ResultFormat::jsonld, {.profile = "framed"}),
            "profile must be one of: compacted, expanded, flattened, streaming; found 'framed'");
  EXPECT_EQ(refusal(ResultFormat::turtle, {.profile = "expanded"}),
            "'profile' is for JSON-LD, and this answer is turtle; add format=jsonld, or leave out 'profile'");
}

TEST(Layout, AContextCompacts) {
  EXPECT_EQ(choose_layout(ResultFormat::jsonld, {.context = "http://e/c"}),
            (Layout{Arrangement::compacted, "http://e/c"}));
  EXPECT_EQ(choose_layout(ResultFormat::jsonld, {.profile = "flattened", .context = "http://e/c"}),
            (Layout{Arrangement::flattened, "http://e/c"}));
  EXPECT_EQ(refusal(ResultFormat::jsonld, {.profile = "expanded", .context = "http://e/c"}),
            "the expanded form of JSON-LD has no context; leave out 'context', or ask for another profile");
  EXPECT_EQ(refusal(ResultFormat::nquads, {.context = "http://e/c"}),
            "'context' is for JSON-LD, and this answer is nq; add format=jsonld, or leave out 'context'");
}

TEST(Layout, TheContentTypeHasProfileAndVersion) {
  EXPECT_EQ(content_type(ResultFormat::jsonld), "application/ld+json");
  EXPECT_EQ(content_type(ResultFormat::jsonld, {Arrangement::expanded}),
            "application/ld+json; profile=\"http://www.w3.org/ns/json-ld#expanded\"");
  EXPECT_EQ(content_type(ResultFormat::turtle, {}, true), "text/turtle; version=1.2");
  EXPECT_EQ(content_type(ResultFormat::nquads, {}, true), "application/n-quads; version=1.2");
  EXPECT_EQ(content_type(ResultFormat::csv, {}, true), "text/csv; charset=utf-8");
  EXPECT_EQ(content_type(ResultFormat::html, {}, true), "text/html; charset=utf-8");
}

}  // namespace quadrille::results
