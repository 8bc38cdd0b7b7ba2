#pragma once

// An Evaluation computes everything that follows from some facts by a program: semi-naive evaluation, set at a time.
//
//   given facts -> pairs of relations, classes of things, with what follows from one of them (program.hpp)
//   round:  new pairs and classes of the last round x all others -> pipelines -> candidates -> new ones
//   until a round finds nothing new
//
// Each derivation of a pipeline is made once: of its goals, one is new, those before it are old, those behind it old or
// new. Facts are generalised: a literal may have a class or be a subject, as the rules of OWL 2 RL/RDF need it.
//
// Several images evaluate together; each has the facts of the things that it owns (partition.hpp). In a round they
// exchange candidates, what pairs say about their objects, and bindings whose next step is elsewhere: up to
// 3 + (most goals of a pipeline - 1) exchanges, and one more gather for each transitive relation. So an image of
// G groups of size S sends ceil(G / S) messages for each of these, however many facts there are.
//
// run() and deliver() are collective; the rest is local, one thread.
// Sources: S. Abiteboul, R. Hull, V. Vianu, Foundations of Databases, 13.1 (semi-naive evaluation); J. Subercaze et
// al., Inferray: fast in-memory RDF inference (VLDB 2016), for sorted pairs by predicate.

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "inferencer/contradictions.hpp"
#include "inferencer/fact_index.hpp"
#include "inferencer/partition.hpp"
#include "inferencer/program.hpp"
#include "inferencer/rule_terms.hpp"

namespace quadrille::inferencer {

// The work of a rule with joins.
struct RuleWork {
  std::uint64_t derivations = 0;
  std::uint64_t found = 0;       // new facts. If several rules derive one in the same round, it is counted for one.
  std::uint64_t dropped = 0;     // likewise, new facts that RDF cannot hold
  std::uint64_t sent_bytes = 0;  // bindings and candidates for other images
  double seconds = 0;            // for its joins and computations

  RuleWork& operator+=(const RuleWork& other);
};

// A rule has derived something in a round.
struct RuleRound {
  std::uint32_t source = 0;  // Rule::source
  std::uint32_t round = 0;   // from 1 on
  auto operator<=>(const RuleRound&) const = default;
};

struct EvaluationCounts {
  std::uint32_t rounds = 0;
  std::uint64_t inferred = 0;    // facts that were not given; counted by infer()
  std::uint64_t candidates = 0;  // pairs and classes that pipelines have derived
  std::uint64_t dropped = 0;     // that RDF cannot hold: a literal is the subject, or no IRI the predicate
  // By pipelines, and transitive properties. Rules with one atom are part of the relations and classes, and have none.
  std::vector<RuleWork> of_rules = {};  // by Rule::source
  std::vector<RuleRound> rule_rounds = {};
};

// The state of an evaluation at the end of a round, over all images and strata.
struct RoundEnd {
  std::uint32_t round = 0;        // from 1 on
  std::uint64_t derivations = 0;  // EvaluationCounts::candidates up to here
};

// The limits of an evaluation. If more facts follow, it ends with an Error(memory) that names the rule.
struct InferenceLimit {
  static constexpr std::uint64_t kPasses = 4;  // over the given facts; each is a part of their work

  std::uint64_t facts = ~std::uint64_t{0};
  std::uint64_t before = 0;                                  // facts that were found before, beside these
  std::size_t rules = 0;                                     // the number of those that name_of() knows
  std::function<std::string(std::uint32_t source)> name_of;  // of a rule, by Rule::source
  // Is called every few ms, and may throw. work: given facts that are done; the calls add up to all of them at most.
  // found: facts that follow.
  std::function<void(std::uint64_t work, std::uint64_t found)> pulse = [](auto, auto) {};
  // Is called at the end of each round.
  std::function<void(const RoundEnd&)> end_round = [](auto) {};
  // Is told now and then how many bytes of private memory are used, and may throw.
  std::function<void(std::size_t bytes)> account = [](auto) {};

  [[noreturn]] void refuse(std::uint32_t source, std::uint32_t round) const;
  [[noreturn]] void refuse() const;
};

class Evaluation {
 public:
  // All outlive it. `terms`: nullptr if no rule computes anything.
  Evaluation(Program& program, const InferenceLimit& limit, const Partition& partition, RuleTerms* terms);
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  // Before give(): about so many facts of all images will have this predicate.
  void expect(Huri predicate, std::size_t facts);
  // Before run(). One image gives a fact. Facts whose predicates the program does not use are ignored. `is_stated`: the
  // fact is a quad of the data, for patterns that look at these alone.
  void give(const Fact& fact, bool is_stated);
  // Collective. Brings facts that were given to their owners: after the last one, and before they need much memory.
  void deliver();
  // `goes_on` is called after each stratum but the last one, collectively; all ends if it returns false. Likewise
  // `goes_on_after_round`, unless it is empty.
  void run(const std::function<bool()>& goes_on, const std::function<bool()>& goes_on_after_round = {});

  // Selects inferred facts by their predicate and object or subject; of a relation, whose facts have many, by its
  // predicate alone: the value is unbound.
  using Selection = std::function<bool(const PredicateKey& predicate, Huri value)>;
  // Calls use(fact) for each selected fact that was not given, with those of the namespace local:, on one image.
  void for_each_inferred(const Selection& is_wanted, const std::function<void(const Fact&)>& use) const;
  // Calls use(subject, object) for each pair of a predicate that the last round has found. for_each_inferred() has them
  // only if another round has followed.
  void for_each_new(Huri predicate, const std::function<void(Huri, Huri)>& use) const;
  // Of this image.
  const EvaluationCounts& counts() const;
  // Likewise, with the facts of the data alone.
  const Contradictions& contradictions() const;
  // Likewise: facts whose predicate or graph was a variable in the head. They may have been given, and nothing has
  // followed from them yet.
  const std::set<Fact>& loose() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace quadrille::inferencer
