#include "server/configuration/settings_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "server/configuration/testing/sample_settings.hpp"

namespace quadrille::server {

namespace {

using FileWords = std::vector<std::string>;

std::vector<SettingValue> parse_sample(std::string_view text, const SettingsTable& table) {
  return parse_settings(text, "conf/q.toml", table);
}

std::string mistake_of_file(std::string_view text) {
  try {
    parse_sample(text, sample_settings());
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST(SettingsFile, HasValuesOfEachKindAndTheirPlaces) {
  const SettingsTable table = sample_settings();
  const auto values = parse_sample(
      "# a comment\nport = 8080\ncreate = true\nmemory = \"2G\"\nproxies = [\"a\", \"b\"]\ntimeout = 2.5\n", table);
  ASSERT_EQ(values.size(), 5u);
  EXPECT_EQ(values[0].setting->key, "port");
  EXPECT_EQ(values[0].words, FileWords{"8080"});
  EXPECT_EQ(values[0].origin.text(), "conf/q.toml, line 2");
  EXPECT_EQ(values[1].words, FileWords{"true"});
  EXPECT_EQ(values[2].words, FileWords{"2G"});
  EXPECT_EQ(values[3].words, (FileWords{"a", "b"}));
  EXPECT_EQ(values[4].words, FileWords{"2.5"});
  EXPECT_EQ(parse_sample("memory = 4096", table)[0].words, FileWords{"4096"});
  EXPECT_EQ(parse_sample("proxies = \"a\"", table)[0].words, FileWords{"a"});
  EXPECT_TRUE(parse_sample("proxies = []", table)[0].words.empty());
}

TEST(SettingsFile, TakesPathsFromItsFolder) {
  const SettingsTable table = sample_settings();
  EXPECT_EQ(parse_sample("folder = \"data\"", table)[0].words, FileWords{"conf/data"});
  EXPECT_EQ(parse_sample("folder = \"/data\"", table)[0].words, FileWords{"/data"});
}

TEST(SettingsFile, AMemberWithPartsIsATable) {
  const SettingsTable table = sample_settings();
  const auto values = parse_sample("port = 1\n[[backup]]\nevery = \"1d\"\nkeep = 7\n[[backup]]\nto = \"/b\"\n", table);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[1].words, (FileWords{"every=1d,keep=7", "to=/b"}));
  EXPECT_EQ(values[1].origin.line, 2u);
  EXPECT_EQ(parse_sample("backup = [\"every=1d\"]", table)[0].words, FileWords{"every=1d"});
  EXPECT_EQ(mistake_of_file("[[backup]]\nkeep = true\n"),
            "conf/q.toml: line 2, column 8: 'keep' of 'backup' must be a text in quotes or a number");
  EXPECT_THAT(mistake_of_file("[[proxies]]\nx = 1"), testing::HasSubstr("'proxies' must be a list"));
}

TEST(SettingsFile, NamesThePlaceOfAMistake) {
  EXPECT_EQ(mistake_of_file("port = 1\n  prot = 2\n"),
            "conf/q.toml: line 2, column 3: unknown key 'prot'; did you mean 'port'?");
  EXPECT_EQ(mistake_of_file("proxy = []"),
            "conf/q.toml: line 1, column 1: unknown key 'proxy'; did you mean 'proxies'?");
  EXPECT_EQ(mistake_of_file("zzzzzz = 1"), "conf/q.toml: line 1, column 1: unknown key 'zzzzzz'");
  EXPECT_EQ(mistake_of_file("port = \"8080\""),
            "conf/q.toml: line 1, column 8: 'port' must be a number, without quotes");
  EXPECT_EQ(mistake_of_file("port = 99"), "conf/q.toml: line 1, column 8: 'port': 99 is too large");
  EXPECT_EQ(mistake_of_file("create = 1"), "conf/q.toml: line 1, column 10: 'create' must be true or false");
  EXPECT_EQ(mistake_of_file("proxies = [\n  \"a\",\n  7]"),
            "conf/q.toml: line 3, column 3: 'proxies' must be a list of texts in quotes: [\"...\", \"...\"]");
  EXPECT_THAT(mistake_of_file("[port]\nx = 1"), testing::StartsWith("conf/q.toml: line 1, column 1: 'port' must be"));
  EXPECT_THAT(mistake_of_file("port = = 1"), testing::StartsWith("conf/q.toml: line 1, column 8: "));
  EXPECT_THAT(mistake_of_file("port = 1\nport = 2"), testing::StartsWith("conf/q.toml: line 2, column "));
}

TEST(SettingsFile, ReportsTheFirstMistakeOfTheFile) {
  EXPECT_EQ(mistake_of_file("zzz = 1\naaa = 2"), "conf/q.toml: line 1, column 1: unknown key 'zzz'");
}

TEST(SettingsFile, MustBeReadable) {
  EXPECT_THROW(read_settings_file("/nowhere/q.toml", sample_settings()), Error);
  EXPECT_THROW(read_settings_file("/", sample_settings()), Error);
}

}  // namespace quadrille::server
