#include "loader/rdf/byte_source.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

using testing::compress;
using testing::kAllCompressions;
using testing::TemporaryFolder;

// Lines that compress to about a third.
std::string text_of(std::size_t bytes) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < bytes) text += "<http://a/" + std::to_string(random()) + "> <http://p> \"x\" .\n";
  text.resize(bytes);
  return text;
}

InputFile input(const TemporaryFolder& folder, Compression compression, std::string_view bytes) {
  return list_input_files(std::vector{folder.write("data.nt" + testing::extension_of(compression), bytes)}).front();
}

std::string read_all(ByteSource& source, std::size_t step = 10'007) {
  std::string text, part(step, '\0');
  while (const std::size_t got = source.read(part)) text.append(part, 0, got);
  EXPECT_EQ(source.read(part), 0u) << "the end stays the end";
  return text;
}

std::string read_all(const InputFile& file) {
  return read_all(*open_bytes(file));
}

std::string io_error_of(const InputFile& file) {
  try {
    read_all(file);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(ByteSource, PlainFilesAreReadFromAnyOffset) {
  const TemporaryFolder folder;
  const std::string text = text_of(100'000);
  const InputFile file = input(folder, Compression::none, text);
  EXPECT_EQ(read_all(file), text);
  EXPECT_EQ(read_all(*open_bytes_at(file, 99'000)), text.substr(99'000));
  EXPECT_EQ(read_all(*open_bytes_at(file, 100'000)), "");
}

TEST(ByteSource, EveryCompressionGivesTheTextBack) {
  const TemporaryFolder folder;
  for (const Compression compression : kAllCompressions) {
    for (const std::size_t bytes : {0u, 1u, 300'000u, 5'000'000u}) {
      const std::string text = text_of(bytes);
      EXPECT_EQ(read_all(input(folder, compression, compress(text, compression))), text)
          << testing::extension_of(compression);
    }
  }
}

TEST(ByteSource, MembersOneAfterTheOtherAreOneText) {
  const TemporaryFolder folder;
  const std::string text = text_of(50'000);
  for (const Compression compression : kAllCompressions) {
    const std::string member = compress(text, compression), empty = compress("", compression);
    EXPECT_EQ(read_all(input(folder, compression, member + empty + member)), text + text)
        << testing::extension_of(compression);
  }
}

TEST(ByteSource, DataThatAreCutOffAreAnErrorWithFileAndOffset) {
  const TemporaryFolder folder;
  const std::string text = text_of(3'000'000);
  for (const Compression compression : kAllCompressions) {
    const std::string whole = compress(text, compression);
    ASSERT_GT(whole.size(), 300'000u);
    for (const std::size_t cut : {std::size_t{0}, std::size_t{3}, whole.size() / 2, whole.size() - 1}) {
      const std::string message = io_error_of(input(folder, compression, whole.substr(0, cut)));
      EXPECT_NE(message.find("data.nt" + testing::extension_of(compression)), std::string::npos) << message;
      EXPECT_NE(message.find("cut off at byte " + std::to_string(cut)), std::string::npos) << message;
    }
    const std::string second =
        io_error_of(input(folder, compression, compress("a", compression) + whole.substr(0, 1000)));
    EXPECT_NE(second.find("cut off"), std::string::npos) << second;
  }
}

TEST(ByteSource, DamagedDataAreAnErrorWithOffset) {
  const TemporaryFolder folder;
  const std::string text = text_of(3'000'000);
  for (const Compression compression : kAllCompressions) {
    std::string bytes = compress(text, compression);
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 50; ++i) bytes[i] = static_cast<char>(~bytes[i]);
    const std::string message = io_error_of(input(folder, compression, bytes));
    EXPECT_NE(message.find("damaged"), std::string::npos) << message;
    EXPECT_NE(message.find("at byte "), std::string::npos) << message;
  }
}

TEST(ByteSource, WhatIsNotCompressedAtAllIsAnError) {
  const TemporaryFolder folder;
  for (const Compression compression : kAllCompressions) {
    EXPECT_NE(io_error_of(input(folder, compression, "<http://a> <http://b> <http://c> .\n")).find("damaged"),
              std::string::npos);
  }
}

TEST(ByteSource, PaddingAfterGzipIsIgnoredOtherBytesAreNot) {
  const TemporaryFolder folder;
  const std::string member = compress("text", Compression::gzip);
  EXPECT_EQ(read_all(input(folder, Compression::gzip, member + std::string(512, '\0'))), "text");
  EXPECT_NE(io_error_of(input(folder, Compression::gzip, member + "garbage")).find("damaged"), std::string::npos);
}

namespace {

// Returns `count` times 100 bytes, then throws or ends.
class Counted : public ByteSource {
 public:
  Counted(int count, bool throws) : count_(count), throws_(throws) {}
  std::size_t read(std::span<char> to) override {
    if (count_ == 0 && throws_) fail(ErrorKind::io, "the disk has gone");
    if (count_ == 0) return 0;
    --count_;
    const std::size_t size = std::min<std::size_t>(100, to.size());
    std::fill_n(to.begin(), size, 'x');
    return size;
  }

 private:
  int count_;
  bool throws_;
};

}  // namespace

TEST(BackgroundSource, GivesEveryByteInOrder) {
  const TemporaryFolder folder;
  const std::string text = text_of(1'000'000);
  const InputFile file = input(folder, Compression::none, text);
  for (const std::size_t buffer : {1u, 7u, 4096u, 2'000'000u}) {
    EXPECT_EQ(read_all(*read_in_background(open_bytes(file), buffer == 1 ? 1000 : buffer)), text);
  }
}

TEST(BackgroundSource, AnErrorComesAfterTheBytesBeforeItAndStays) {
  const auto source = read_in_background(std::make_unique<Counted>(25, true), 1000);
  std::string part(100, '\0');
  for (int i = 0; i < 20; ++i) EXPECT_EQ(source->read(part), 100u);
  EXPECT_THROW(while (source->read(part) != 0){}, Error);
  EXPECT_THROW(source->read(part), Error);
}

TEST(BackgroundSource, MayBeLeftBeforeItsEnd) {
  const auto source = read_in_background(std::make_unique<Counted>(1'000'000'000, false), 1000);
  std::string part(10, '\0');
  EXPECT_EQ(source->read(part), 10u);
}

}  // namespace quadrille
