#include "server/operations/log_entry.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace quadrille::server {

namespace {

const LogEntry::Time kMoment{std::chrono::milliseconds(1'795'947'840'123)};

std::string entry_of(LogFormat format, std::string_view text) {
  std::string out;
  const std::vector<std::string> names{"a b", "c"};
  LogEntry(out, format, "query", kMoment)
      .text("id", "q-7")
      .number("rows", 3)
      .seconds("seconds", 0.25)
      .flag("cancelled", true)
      .flag("cut_off", false)
      .list("graphs", names)
      .text("text", text)
      .end();
  return out;
}

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

}  // namespace

TEST(LogEntry, HasOneLineInBothFormats) {
  EXPECT_EQ(entry_of(LogFormat::lines, "ASK\n{}"),
            "2026-11-29T10:24:00.123Z query id=q-7 rows=3 seconds=0.250000 cancelled=true graphs=[\"a b\",\"c\"] "
            "text=\"ASK\\n{}\"\n");
  EXPECT_EQ(entry_of(LogFormat::json, "ASK\n{}"),
            "{\"time\":\"2026-11-29T10:24:00.123Z\",\"log\":\"query\",\"id\":\"q-7\",\"rows\":3,\"seconds\":0.250000,"
            "\"cancelled\":true,\"graphs\":[\"a b\",\"c\"],\"text\":\"ASK\\n{}\"}\n");
}

TEST(LogEntry, LinesLeaveTheMarksOutAroundPlainWords) {
  for (const char* plain : {"ann", "192.0.2.1", "2001:db8::1", "a@b.example", "/data", "x+y-z_1"}) {
    EXPECT_NE(entry_of(LogFormat::lines, plain).find(std::string(" text=") + plain + "\n"), std::string::npos);
  }
  for (const char* other : {"", "(anonymous)", "two words", "a=b", "\"", "\xc3\xa9"}) {
    EXPECT_NE(entry_of(LogFormat::lines, other).find(" text=\""), std::string::npos) << other;
  }
}

TEST(LogEntry, WhatCouldDeceiveIsEscaped) {
  EXPECT_EQ(quoted("a\"b\\c\n\r\t"), R"("a\"b\\c\n\r\t")");
  EXPECT_EQ(quoted(std::string_view("\0\x1b[31m\x7f", 7)), R"("\u0000\u001b[31m\u007f")");
  EXPECT_EQ(quoted("\xc2\x85\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\xef\xbb\xbf"), R"("\u0085\u2028\u202e\u2066\ufeff")");
  EXPECT_EQ(quoted("\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82"), "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82\"");
}

TEST(LogEntry, BytesThatAreNoUtf8AreReplaced) {
  for (const char* bad : {"\xff", "\x80", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc3"}) {
    const std::string text = quoted(bad);
    EXPECT_NE(text.find("\\ufffd"), std::string::npos);
    EXPECT_TRUE(nlohmann::json::accept(text)) << text;
  }
  EXPECT_EQ(quoted("a\xffz"), "\"a\\ufffdz\"");
}

TEST(LogEntry, EveryTextIsAMemberOfValidJson) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 12, '\0');
    const bool is_wild = round % 2 == 0;
    for (char& c : text) c = static_cast<char>(is_wild ? random() : "\xe2\x80\xae\"\\\n\xf0{}a\xc2\x85"[random() % 13]);
    for (const LogFormat format : {LogFormat::json, LogFormat::lines}) {
      const std::string line = entry_of(format, text);
      EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
      if (format == LogFormat::lines) continue;
      const auto json = nlohmann::json::parse(line);
      EXPECT_EQ(json.at("rows"), 3);
      EXPECT_EQ(json.size(), 8u);
    }
  }
}

TEST(LogEntry, PasswordsInUrlsAreLeftOut) {
  EXPECT_EQ(without_passwords("SERVICE <https://ann:secret@h/x> { <http://h:80/y> ?p \"a@b\" }"),
            "SERVICE <https://***@h/x> { <http://h:80/y> ?p \"a@b\" }");
  EXPECT_EQ(without_passwords("https://token@h https://a:p@w@h"), "https://***@h https://***@h");
  EXPECT_EQ(without_passwords("http://h/a@b mailto:a@b"), "http://h/a@b mailto:a@b");
  EXPECT_EQ(without_passwords("LOAD <https://ann:sec", true), "LOAD <https://***");
  EXPECT_EQ(without_passwords("LOAD <https://ann:sec"), "LOAD <https://ann:sec");
  EXPECT_EQ(without_passwords("<http://h/> <http://i/> ?x", true), "<http://h/> <http://i/> ?x");
}

}  // namespace quadrille::server
