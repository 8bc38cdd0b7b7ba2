#include "server/configuration/settings_variables.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "server/configuration/testing/sample_settings.hpp"

namespace quadrille::server {

namespace {

using VariableWords = std::vector<std::string>;

std::vector<SettingValue> read_sample(const VariableWords& environment, const SettingsTable& table) {
  return read_setting_variables(environment, table);
}

std::string mistake_of_variable(const std::string& variable) {
  try {
    read_sample({variable}, sample_settings());
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST(SettingVariables, HaveTheNamesOfKeysInCapitals) {
  const SettingsTable table = sample_settings();
  const auto values = read_sample({"HOME=/x", "QUADRILLE_PORT=80", "QUADRILLE_PROXIES=a,b", "QUADRILLE_CREATE=false",
                                   "QUADRILLE_MEMORY=", "QUADRILLE_SHARED=/s", "QUADRILLE_LAUNCHER_HOST=h"},
                                  table);
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].setting->key, "port");
  EXPECT_EQ(values[0].words, VariableWords{"80"});
  EXPECT_EQ(values[0].origin.text(), "QUADRILLE_PORT");
  EXPECT_EQ(values[1].words, (VariableWords{"a", "b"}));
  EXPECT_EQ(values[2].words, VariableWords{"false"});
}

TEST(SettingVariables, AreRefusedWithTheNearestName) {
  EXPECT_EQ(mistake_of_variable("QUADRILLE_PROT=80"),
            "the variable QUADRILLE_PROT is no setting of 'quadrille serve'; did you mean 'QUADRILLE_PORT'?");
  EXPECT_EQ(mistake_of_variable("QUADRILLE_PORT=99"), "QUADRILLE_PORT: 99 is too large");
  EXPECT_EQ(mistake_of_variable("QUADRILLE_CREATE=yes"), "QUADRILLE_CREATE must be true or false; found 'yes'");
}

TEST(MergedSettings, TakeTheHighestSource) {
  const SettingsTable table = sample_settings();
  const auto value = [&](const char* key, const char* word) { return SettingValue{table.find_key(key), {word}, {}}; };
  const auto merged = merge_settings(table, {value("port", "1")}, {value("port", "2"), value("folder", "v")},
                                     {value("port", "3"), value("folder", "f"), value("memory", "1G")});
  ASSERT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged[0].words, VariableWords{"1"});
  EXPECT_EQ(merged[1].words, VariableWords{"v"});
  EXPECT_EQ(merged[2].words, VariableWords{"1G"});
}

TEST(MergedSettings, AreOptionsAgain) {
  const SettingsTable table = sample_settings();
  const auto options = [&](const char* key, VariableWords words) {
    return SettingValue{table.find_key(key), std::move(words), {}}.as_options();
  };
  EXPECT_EQ(options("create", {"true"}), VariableWords{"--create"});
  EXPECT_EQ(options("create", {"false"}), VariableWords{});
  EXPECT_EQ(options("port", {"80"}), VariableWords{"--port=80"});
  EXPECT_EQ(options("proxies", {"a", "b"}), (VariableWords{"--proxy=a", "--proxy=b"}));
}

}  // namespace quadrille::server
