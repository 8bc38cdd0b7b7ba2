#include "inferencer/stored_rules.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "inferencer/inference.hpp"
#include "parser/rule_text.hpp"
#include "quadstore/rules_file.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille::inferencer {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> names_of(const StoredRules& rules) {
  std::vector<std::string> names;
  for (const StoredRules::Text& text : rules.texts) names.push_back(text.name);
  return names;
}

template <class Run>
std::string error_of(const Run& run, ErrorKind kind) {
  try {
    run();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "no error";
}

class StoredRulesTest : public testing::Test {
 protected:
  fs::path path() const { return folder_ / "db"; }

 private:
  const quadrille::detail::TestFolder folder_;
};

TEST_F(StoredRulesTest, EachSetAndFileIsThereOnceBehindWhatItImports) {
  write(path() / "mine.srl", "IMPORTS <parts/more.rules> RULE { ?x <p> ?y } WHERE { ?y <p> ?x }");
  write(path() / "parts/more.rules", "(?x <urn:p> ?y) -> (?y <urn:p> ?x)");
  write(path() / "other/mine.srl", "RULE { ?x <q> ?y } WHERE { ?y <q> ?x }");
  StoredRules rules;
  add_set(rules.texts, "rdfs-plus");
  add_file(rules.texts, path() / "mine.srl");
  add_set(rules.texts, "rdfs", true);
  add_file(rules.texts, path() / "parts/more.rules");
  add_file(rules.texts, path() / "other/mine.srl");
  EXPECT_EQ(names_of(rules), (std::vector<std::string>{"rdfs", "rdfs-plus", "parts/more.rules", "mine.srl",
                                                       "rdfs-trivial", "other/mine.srl"}));
  EXPECT_TRUE(rules.find("rdfs")->is_built_in);
  EXPECT_FALSE(rules.find("mine.srl")->is_built_in);
  EXPECT_EQ(rules.find("parts/more.rules")->format, parser::RuleFormat::jena);
  EXPECT_EQ(rules.find("none"), nullptr);
}

TEST_F(StoredRulesTest, NamesAreThoseOfTheTextsAndOptions) {
  StoredRules rules;
  EXPECT_EQ(rules.names(), "");
  add_set(rules.texts, "rdfs-plus", true);
  rules.texts.push_back({.name = "mine.srl", .text = "", .base = ""});
  rules.trivial = true;
  rules.graphs = RuleGraphs::each;
  EXPECT_EQ(rules.names(), "rdfs rdfs-plus mine.srl trivial in each graph");
  rules.graphs = RuleGraphs::all;
  rules.into = "http://e/all";
  EXPECT_EQ(rules.names(), "rdfs rdfs-plus mine.srl trivial from all graphs into <http://e/all>");
}

TEST_F(StoredRulesTest, TheRulesAreThoseOfTheBuild) {
  write(path() / "mine.srl",
        "PREFIX : <http://e/>\nRULE { ?x <p> ?y } WHERE { ?y :p ?x }\nRULE :r { ?x <p> 1 } WHERE { ?x :p 2 }");
  StoredRules rules;
  add_set(rules.texts, "owl-rl", true);
  add_file(rules.texts, path() / "mine.srl");
  const StoredRules again = StoredRules::parse(rules.serialise());
  parser::RuleSet expected = rule_set("owl-rl", true);
  append(expected, rule_file(path() / "mine.srl"));
  const parser::RuleSet found = again.rules();
  EXPECT_EQ(to_sparql_rl(found), to_sparql_rl(expected));
  EXPECT_EQ(found.files, (std::vector<std::string>{"owl-rl", "owl-rl-trivial", "mine.srl"}));
  EXPECT_EQ(found.files, expected.files);
  const auto last = static_cast<std::uint32_t>(found.rules.size() - 1);
  EXPECT_EQ(name_of(found, last - 1), "the rule of line 2 of mine.srl");
  EXPECT_EQ(name_of(found, last), "<http://e/r>");
  EXPECT_EQ(name_of(rule_file(path() / "mine.srl"), 0), "the rule of line 2");
}

TEST_F(StoredRulesTest, ARoundTripKeepsEverything) {
  StoredRules rules{.texts = {{"a.n3", parser::RuleFormat::n3, "# ä\n\t\"\\", "file:///a.n3", false}},
                    .trivial = true,
                    .graphs = RuleGraphs::all,
                    .into = "http://e/all",
                    .stops_at_contradictions = true,
                    .most = 12};
  EXPECT_EQ(StoredRules::parse(rules.serialise()), rules);
  rules = {.texts = {}, .graphs = RuleGraphs::each};
  EXPECT_EQ(StoredRules::parse(rules.serialise()), rules);
}

TEST_F(StoredRulesTest, DamageIsNamed) {
  const auto error = [](const std::string& from, const std::string& to) {
    std::string text = StoredRules{.texts = {{"a", parser::RuleFormat::srl, "", "", false}}}.serialise();
    text.replace(text.find(from), from.size(), to);
    return error_of([&] { StoredRules::parse(text); }, ErrorKind::io);
  };
  EXPECT_NE(error("\"trivial\":", "\"trivia\":").find("'trivial' not found"), std::string::npos);
  EXPECT_NE(error("{", "").find("are damaged: "), std::string::npos);
  EXPECT_NE(error("\"format\":1", "\"format\":3").find("format 3, this program reads formats up to 2"),
            std::string::npos);
  EXPECT_NE(error("\"srl\"", "\"lrs\"").find("the language 'lrs'"), std::string::npos);
  EXPECT_NE(error("\"default\"", "\"all\"").find("graphs must be one of: default, each, union; found 'all'"),
            std::string::npos);
  EXPECT_NE(error("\"report\"", "\"go\"").find("found 'go'"), std::string::npos);
  EXPECT_NE(error("null", "\"many\"").find("type must be number"), std::string::npos);
}

TEST_F(StoredRulesTest, TheFileOfADatabaseIsRead) {
  StoredRules rules;
  add_set(rules.texts, "rdfs");
  Manifest manifest;
  EXPECT_EQ(stored_rules(path(), manifest), std::nullopt);
  fs::create_directories(path() / "generation-1");
  manifest.files = {write_rules_file(path(), 1, rules.serialise())};
  manifest.options["rules"] = "mine.srl";
  EXPECT_EQ(stored_rules(path(), manifest), rules);
  std::fstream file(path() / manifest.files[0].path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(100);
  file.put('#');
  file.close();
  EXPECT_NE(error_of([&] { stored_rules(path(), manifest); }, ErrorKind::io).find("the checksum differs"),
            std::string::npos);
}

TEST_F(StoredRulesTest, ADatabaseWithoutTheFileHasTheRulesOfItsSets) {
  Manifest manifest;
  manifest.options["rules"] = "owl-rl rdfs trivial in each graph";
  StoredRules rules = *stored_rules(path(), manifest);
  EXPECT_EQ(names_of(rules), (std::vector<std::string>{"owl-rl", "owl-rl-trivial", "rdfs", "rdfs-trivial"}));
  EXPECT_TRUE(rules.trivial);
  EXPECT_EQ(rules.graphs, RuleGraphs::each);
  manifest.options["rules"] = "rdfs from all graphs into <http://e/all>";
  rules = *stored_rules(path(), manifest);
  EXPECT_EQ(names_of(rules), std::vector<std::string>{"rdfs"});
  EXPECT_FALSE(rules.trivial);
  EXPECT_EQ(rules.graphs, RuleGraphs::all);
  EXPECT_EQ(rules.into, "http://e/all");
  manifest.options["rules"] = "owl-rl mine.srl";
  EXPECT_NE(error_of([&] { stored_rules(path(), manifest); }, ErrorKind::user).find("(mine.srl): build it again"),
            std::string::npos);
}

}  // namespace
}  // namespace quadrille::inferencer
