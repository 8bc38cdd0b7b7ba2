#include "loader/rdf/input_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

std::string message_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::vector<InputFile> list(std::vector<std::string> paths, std::optional<Format> format = std::nullopt) {
  return list_input_files(paths, format);
}

}  // namespace

TEST(InputFile, NamesTellSyntaxAndCompression) {
  EXPECT_EQ(format_of_name("a.nt"), (Format{Syntax::ntriples, Compression::none}));
  EXPECT_EQ(format_of_name("a.b/c.NQ.gz"), (Format{Syntax::nquads, Compression::gzip}));
  EXPECT_EQ(format_of_name("a.ttl.zst"), (Format{Syntax::turtle, Compression::zstd}));
  EXPECT_EQ(format_of_name("a.trig.bz2"), (Format{Syntax::trig, Compression::bzip2}));
  EXPECT_EQ(format_of_name("a.owl.xz"), (Format{Syntax::rdfxml, Compression::xz}));
  EXPECT_EQ(format_of_name("a.jsonld.xz"), (Format{Syntax::jsonld, Compression::xz}));
  EXPECT_EQ(format_of_name("a.jsonl"), (Format{Syntax::jsonld, Compression::none}));
  EXPECT_EQ(format_of_name("a.ndjson"), (Format{Syntax::jsonld, Compression::none}));
  EXPECT_EQ(format_of_name("a.json"), std::nullopt);
  EXPECT_EQ(format_of_name("a.txt"), std::nullopt);
  EXPECT_EQ(format_of_name("nt"), std::nullopt);
  EXPECT_EQ(format_of_name("a.gz"), std::nullopt);
}

TEST(InputFile, FormatsHaveShortAndLongNames) {
  EXPECT_EQ(parse_format("Turtle"), (Format{Syntax::turtle, Compression::none}));
  EXPECT_EQ(parse_format("nq.zst"), (Format{Syntax::nquads, Compression::zstd}));
  EXPECT_EQ(parse_format("ntriples.gz"), (Format{Syntax::ntriples, Compression::gzip}));
  EXPECT_EQ(parse_format("jsonld.gz"), (Format{Syntax::jsonld, Compression::gzip}));
  EXPECT_EQ(parse_format("application/ld+json"), (Format{Syntax::jsonld, Compression::none}));
  EXPECT_THROW(parse_format("json"), Error);
}

TEST(InputFile, AFolderStandsForItsFilesSortedWithoutHiddenOnes) {
  const testing::TemporaryFolder folder;
  folder.write("b.nt", "");
  folder.write("a.ttl.gz", "12345");
  folder.write("sub/c.nq", "");
  folder.write("notes.txt", "");
  folder.write(".hidden.nt", "");
  folder.write(".git/d.nt", "");
  const std::vector<InputFile> files = list({folder.path().string()});
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].path, folder.path() / "a.ttl.gz");
  EXPECT_EQ(files[0].size_bytes, 5u);
  EXPECT_EQ(files[1].path, folder.path() / "b.nt");
  EXPECT_EQ(files[2].path, folder.path() / "sub/c.nq");
}

TEST(InputFile, WhatAFolderHoldsBesidesIsListed) {
  const testing::TemporaryFolder folder;
  for (const char* name : {"a.nt", "b.hdt", "c.zip", "sub/d.zip", "sub/LICENSE", ".hidden", "e.n3"})
    folder.write(name, "");
  std::vector<std::string> left_out;
  const std::vector<std::string> paths{folder.path().string()};
  EXPECT_EQ(list_input_files(paths, std::nullopt, &left_out).size(), 2u);
  EXPECT_EQ(describe_left_out(left_out), "left out: 4 files (.hdt, .zip, LICENSE)");
  EXPECT_EQ(describe_left_out(std::vector<std::string>{"x/y.hdt"}), "left out: 1 file (.hdt)");
  EXPECT_EQ(describe_left_out({}), "");
}

TEST(InputFile, OnlyPlainFilesOfLinesAreCut) {
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(list({folder.write("a.nt", "")})[0].can_be_cut());
  EXPECT_FALSE(list({folder.write("a.nt.gz", "")})[0].can_be_cut());
  EXPECT_FALSE(list({folder.write("a.ttl", "")})[0].can_be_cut());
  EXPECT_FALSE(list({"-"}, Format{})[0].can_be_cut());
}

TEST(InputFile, AGivenFormatWinsButTheNameStillTellsTheCompression) {
  const testing::TemporaryFolder folder;
  const Format turtle{Syntax::turtle, Compression::none};
  EXPECT_EQ(list({folder.write("a.nt", "")}, turtle)[0].format, turtle);
  EXPECT_EQ(list({folder.write("data", "")}, turtle)[0].format, turtle);
  EXPECT_EQ(list({folder.write("data.gz", "")}, turtle)[0].format, (Format{Syntax::turtle, Compression::gzip}));
}

TEST(InputFile, ErrorsSayWhatToDo) {
  const testing::TemporaryFolder folder;
  EXPECT_NE(message_of([&] { list({(folder.path() / "no.nt").string()}); }).find("No such file"), std::string::npos);
  EXPECT_NE(message_of([&] { list({folder.path().string()}); }).find("no RDF files in the folder"), std::string::npos);
  EXPECT_NE(message_of([&] { list({folder.write("a.txt", "")}); }).find("--format"), std::string::npos);
  EXPECT_NE(message_of([&] { list({"-"}); }).find("--format"), std::string::npos);
}

TEST(InputFile, AnUnreadableFileIsAnErrorBeforeAnyWork) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("a.nt", "");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  EXPECT_THROW(list({path}), Error);
}

TEST(InputFile, ItsIriIsItsAbsolutePath) {
  EXPECT_EQ(file_iri({"/a b/\xC3\xA4%.ttl", {}, 0, true}), "file:///a%20b/%C3%A4%25.ttl");
  EXPECT_EQ(file_iri({"-", {}, 0, false}), "");
}

}  // namespace quadrille
