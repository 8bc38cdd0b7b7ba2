#include "server/configuration/settings_change.hpp"

#include <gtest/gtest.h>

#include "server/configuration/settings_file.hpp"
#include "server/configuration/testing/sample_settings.hpp"

namespace quadrille::server {

namespace {

using ChangeWords = std::vector<std::string>;

// Only the timeout, and the flag if it becomes true, change without a restart.
bool can_change_sample(const Setting& setting, const ChangeWords& words) {
  return setting.key == "timeout" || (setting.key == "create" && !words.empty());
}

}  // namespace

TEST(CurrentSettings, TellWhichChangesNeedARestart) {
  const SettingsTable table = sample_settings();
  const auto values = [&](std::string_view text) { return parse_settings(text, "q.toml", table); };
  const CurrentSettings current(table, values("port = 1\ntimeout = 5\n"), can_change_sample);
  EXPECT_TRUE(current.change_to(values("timeout = 5\nport = 1\ncreate = false\nproxies = []")).at_once.empty());
  const SettingsChange change = current.change_to(values("port = 2\ncreate = true"));
  EXPECT_EQ(change.at_once, (ChangeWords{"create", "timeout"}));
  EXPECT_EQ(change.at_restart, ChangeWords{"port"});
}

TEST(CurrentSettings, TakeTheChangesThatNeedNone) {
  const SettingsTable table = sample_settings();
  const auto values = [&](std::string_view text) { return parse_settings(text, "q.toml", table); };
  CurrentSettings current(table, values("port = 1\ntimeout = 5\n"), can_change_sample);
  const auto next = values("port = 2\ntimeout = 7\n");
  EXPECT_EQ(current.words_after(next), (ChangeWords{"--port=1", "--timeout=7"}));
  current.take(next);
  const SettingsChange again = current.change_to(next);
  EXPECT_TRUE(again.at_once.empty());
  EXPECT_EQ(again.at_restart, ChangeWords{"port"});  // until the restart
}

TEST(CurrentSettings, DependOnTheNewValue) {
  const SettingsTable table = sample_settings();
  const auto values = [&](std::string_view text) { return parse_settings(text, "q.toml", table); };
  const CurrentSettings current(table, values("create = true\n"), can_change_sample);
  EXPECT_EQ(current.change_to(values("")).at_restart, ChangeWords{"create"});
}

}  // namespace quadrille::server
