#include "loader/rdf/trig_writer.hpp"

#include <gtest/gtest.h>

namespace quadrille {
namespace {

TEST(TrigWriter, WritesWhatNeighboursShareOnce) {
  TrigWriter writer;
  std::string text;
  writer.add(text, "", "<s>", "<p>", "\"1\"");
  writer.add(text, "", "<s>", "<p>", "\"2\"");
  writer.add(text, "", "<s>", "<q>", "\"2\"");
  writer.add(text, "", "<t>", "<q>", "\"2\"");
  writer.add(text, "<g>", "<t>", "<q>", "\"2\"");
  writer.add(text, "_:b1", "<t>", "<q>", "\"2\"");
  writer.add(text, "_:b1", "<u>", "<q>", "\"2\"");
  writer.finish(text);
  EXPECT_EQ(text,
            "<s> <p> \"1\" , \"2\" ;\n  <q> \"2\" .\n<t> <q> \"2\" .\nGRAPH <g> {\n<t> <q> \"2\" .\n}\n"
            "GRAPH _:b1 {\n<t> <q> \"2\" .\n<u> <q> \"2\" .\n}\n");
}

TEST(TrigWriter, OfNothingIsEmptyAndBeginsAnewAfterItsEnd) {
  TrigWriter writer;
  std::string text;
  writer.finish(text);
  EXPECT_EQ(text, "");
  writer.add(text, "<g>", "<s>", "<p>", "<o>");
  writer.finish(text);
  writer.add(text, "<g>", "<s>", "<p>", "<o>");
  writer.finish(text);
  EXPECT_EQ(text, "GRAPH <g> {\n<s> <p> <o> .\n}\nGRAPH <g> {\n<s> <p> <o> .\n}\n");
}

TEST(TrigWriter, TakesLinesWithTheGraphInFront) {
  TrigWriter writer;
  std::string text;
  writer.add_lines(text, " <s> <p> \"a . b\"@en .\n<g> <s> <p> <o> .\n");
  writer.finish(text);
  EXPECT_EQ(text, "<s> <p> \"a . b\"@en .\nGRAPH <g> {\n<s> <p> <o> .\n}\n");
}

TEST(TrigWriter, AnnouncesTheVersionBeforeTheFirstObjectThatNeedsIt) {
  TrigWriter writer;
  std::string text;
  writer.add_lines(text,
                   "<g> <s> <p> _:a--rtl .\n<g> <s> <p> \"--rtl\" .\n<g> <s> <p> \"a\"@ar--rtl .\n"
                   "<g> <s> <p> <<( <s> <p> \"a b\" )>> .\n");
  writer.finish(text);
  EXPECT_EQ(text,
            "GRAPH <g> {\n<s> <p> _:a--rtl , \"--rtl\" .\n}\nVERSION \"1.2\"\n"
            "GRAPH <g> {\n<s> <p> \"a\"@ar--rtl , <<( <s> <p> \"a b\" )>> .\n}\n");
}

}  // namespace
}  // namespace quadrille
