#pragma once

// An InferenceWatch shows the inferences of a server: the one that runs, and the last one. Every image has one; that of
// image 0 is shown (GET /rules/status). One inference runs at a time.
//
//   watch.expect("update");
//   InferenceWatch::Run run(&watch);   run.round() ...   run.end(report); without end() it has failed
//
// Thread-safe; local.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "inferencer/inference.hpp"
#include "parser/rule_set.hpp"
#include "pgas/counters.hpp"
#include "pgas/team.hpp"

namespace quadrille::inferencer {

// The measurements of a rule with joins, which is a pipeline of the program.
struct RuleReport {
  std::string name;
  std::uint32_t rounds = 0;  // in which it has derived something
  RuleWork work;
};

// Of all images.
struct InferenceReport {
  std::uint32_t compilations = 0, rounds = 0;  // rounds and derivations: of the last compilation
  std::uint64_t rules = 0;                     // specialised by the schema
  std::uint64_t given = 0, inferred = 0, dropped = 0, derivations = 0, contradictions = 0;
  std::uint64_t bytes = 0;  // the most private memory of an image
  std::uint64_t messages = 0, sent_bytes = 0;
  std::vector<RuleReport> of_rules = {};
};

// Collective. `used`: the traffic of this image for it.
InferenceReport report_of(pgas::Team& team, const Inference& inference, const parser::RuleSet& rules,
                          const pgas::Counters& used);

class InferenceWatch {
 public:
  // One inference, from its begin to its end.
  class Run {
   public:
    // nullptr: nobody watches.
    explicit Run(InferenceWatch* watch) : watch_(watch) {
      if (watch_ != nullptr) watch_->begin();
    }
    ~Run() {
      if (watch_ != nullptr) watch_->end(std::nullopt);
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    void round(const RoundEnd& round) {
      if (watch_ != nullptr) watch_->round(round);
    }
    void end(InferenceReport report) {
      if (watch_ != nullptr) watch_->end(std::move(report));
      watch_ = nullptr;
    }

   private:
    InferenceWatch* watch_;
  };

  // The purpose of the next inferences: "update", "change of rules", ...
  void expect(std::string purpose);
  // A change of stated quads that needed no inference (upkeep.hpp); or one that does, and why.
  void note_kept();
  void note_anew(std::string why);

  // {"running": {"for": "update", "round": 3, "derivations": 7, "seconds": 0.1} or null, "last": {...} or null,
  //  "changes": {"kept": 12, "anew": 1, "why": "..."}}
  std::string to_json() const;

 private:
  struct Last {
    std::string purpose;
    double seconds = 0;
    std::optional<InferenceReport> report;  // none: it has failed
  };

  void begin();
  void round(const RoundEnd& round);
  void end(std::optional<InferenceReport> report);

  mutable std::mutex mutex_;
  std::string purpose_;
  std::optional<Stopwatch> running_;
  RoundEnd round_;
  std::optional<Last> last_;
  struct Changes {
    std::uint64_t kept = 0, anew = 0;
    std::string why;  // of the last one that was computed anew
  };
  Changes changes_;
};

}  // namespace quadrille::inferencer
