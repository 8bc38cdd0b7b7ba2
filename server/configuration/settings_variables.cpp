#include "server/configuration/settings_variables.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kVariablePrefix = "QUADRILLE_";

// A name that ends in _ stands for all that begin with it.
constexpr std::array kOtherUses{
    std::string_view(kConfigVariable),
    // of the launcher, and the choice of mpiexec and of the groups of images
    std::string_view("QUADRILLE_LAUNCHER_"),
    std::string_view("QUADRILLE_MPIEXEC"),
    std::string_view("QUADRILLE_GROUP_SIZE"),
    // of tests and measurements
    std::string_view("QUADRILLE_ANSWER_LATENCY_US"),
    std::string_view("QUADRILLE_BENCH"),
    std::string_view("QUADRILLE_BIN"),
    std::string_view("QUADRILLE_CRASH_"),
    std::string_view("QUADRILLE_DAMAGES"),
    std::string_view("QUADRILLE_FAILPOINT"),
    std::string_view("QUADRILLE_FUZZ"),
    std::string_view("QUADRILLE_KILLS"),
    std::string_view("QUADRILLE_LIMIT"),
    std::string_view("QUADRILLE_LONG"),
    std::string_view("QUADRILLE_LONG_QUERIES"),
    std::string_view("QUADRILLE_MESSAGE_COST_US"),
    std::string_view("QUADRILLE_NETWORKS"),
    std::string_view("QUADRILLE_PRIORITY"),
    std::string_view("QUADRILLE_QUERY_TESTS"),
    std::string_view("QUADRILLE_REQUIRE_SHARED"),
    std::string_view("QUADRILLE_ROUNDS"),
    std::string_view("QUADRILLE_RULE_CASES"),
    std::string_view("QUADRILLE_SEED"),
    std::string_view("QUADRILLE_SHARED"),
    std::string_view("QUADRILLE_SHOW"),
    std::string_view("QUADRILLE_SILENCE_SECONDS"),
    std::string_view("QUADRILLE_SPILL_BYTES"),
    std::string_view("QUADRILLE_TEST_"),
    std::string_view("QUADRILLE_VERBOSE"),
    std::string_view("QUADRILLE_VOCABULARY"),
};

std::vector<std::string> members_of(const std::string& text) {
  std::vector<std::string> members;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) members.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return members;
}

SettingValue value_of_variable(const Setting& setting, const std::string& name, const std::string& text) {
  SettingValue value{&setting, {text}, {SettingOrigin::From::variable, name, 0, 0}};
  if (setting.kind == SettingKind::list && !setting.has_parts) value.words = members_of(text);
  if (setting.kind == SettingKind::flag && text != "true" && text != "false") {
    fail(ErrorKind::user, "{} must be true or false; found '{}'", name, text);
  }
  const std::string mistake = setting.mistake(value.words);
  if (!mistake.empty()) fail(ErrorKind::user, "{}: {}", name, mistake);
  return value;
}

}  // namespace

bool has_other_use(std::string_view variable) {
  return std::any_of(kOtherUses.begin(), kOtherUses.end(), [&](std::string_view name) {
    return name.ends_with('_') ? variable.starts_with(name) : variable == name;
  });
}

std::vector<SettingValue> read_setting_variables(std::span<const std::string> environment, const SettingsTable& table) {
  std::vector<SettingValue> values;
  for (const std::string& variable : environment) {
    const std::string name = variable.substr(0, variable.find('='));
    if (!name.starts_with(kVariablePrefix) || name.size() + 1 >= variable.size() || has_other_use(name)) continue;
    const Setting* const setting = table.find_variable(name);
    if (!setting) {
      fail(ErrorKind::user, "the variable {} is no setting of 'quadrille serve'{}", name,
           table.suggested_variable(name));
    }
    values.push_back(value_of_variable(*setting, name, variable.substr(name.size() + 1)));
  }
  return values;
}

std::vector<std::string> environment_variables() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable; ++variable) variables.emplace_back(*variable);
  return variables;
}

}  // namespace quadrille::server
