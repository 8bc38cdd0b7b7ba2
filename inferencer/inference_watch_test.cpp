#include "inferencer/inference_watch.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace quadrille::inferencer {
namespace {

using nlohmann::json;

TEST(InferenceWatch, ShowsTheInferenceThatRuns) {
  InferenceWatch watch;
  EXPECT_EQ(json::parse(watch.to_json()),
            json::parse(R"({"running": null, "last": null, "changes": {"kept": 0, "anew": 0}})"));
  watch.expect("update");
  InferenceWatch::Run run(&watch);
  run.round({.round = 3, .derivations = 17});
  const json running = json::parse(watch.to_json())["running"];
  EXPECT_EQ(running["for"], "update");
  EXPECT_EQ(running["round"], 3);
  EXPECT_EQ(running["derivations"], 17);
}

TEST(InferenceWatch, CountsChangesThatWereKeptUp) {
  InferenceWatch watch;
  watch.note_kept();
  watch.note_anew("first");
  watch.note_anew("too many steps");
  EXPECT_EQ(json::parse(watch.to_json())["changes"], json::parse(R"({"kept": 1, "anew": 2, "why": "too many steps"})"));
}

TEST(InferenceWatch, KeepsTheReportOfTheLastOne) {
  InferenceWatch watch;
  watch.expect("change of rules");
  {
    InferenceWatch::Run run(&watch);
    run.end({.rounds = 2,
             .inferred = 9,
             .of_rules = {{"cax-sco", 1, {.derivations = 4, .found = 2, .dropped = 1, .seconds = 0.0015}}}});
  }
  const json told = json::parse(watch.to_json());
  EXPECT_TRUE(told["running"].is_null());
  EXPECT_EQ(told["last"]["for"], "change of rules");
  EXPECT_EQ(told["last"]["failed"], false);
  EXPECT_EQ(told["last"]["inferred"], 9);
  EXPECT_EQ(told["last"]["rules"],
            json::parse(R"([{"rule": "cax-sco", "rounds": 1, "derivations": 4, "new": 2, "duplicates": 1, "dropped": 1,
                                              "ms": 1.5, "sent_bytes": 0}])"));
}

TEST(InferenceWatch, ARunWithoutAReportHasFailed) {
  InferenceWatch watch;
  { InferenceWatch::Run run(&watch); }
  const json last = json::parse(watch.to_json())["last"];
  EXPECT_EQ(last["failed"], true);
  EXPECT_FALSE(last.contains("rounds"));
  { InferenceWatch::Run run(nullptr); }  // nobody watches
}

}  // namespace
}  // namespace quadrille::inferencer
