#include "inferencer/why/why.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "inferencer/inference.hpp"
#include "inferencer/why/proof_search.hpp"

namespace quadrille::inferencer {

namespace {

[[noreturn]] void refuse(const ProofRules& rules, const ProofSolving& solving) {
  std::string all;
  const auto add = [&](const std::string& text) { all += (all.empty() ? "" : "; ") + text; };
  for (const ProofSolving::Gap& gap : solving.gaps()) {
    add(gap.rule < 0
            ? gap.reason
            : fmt::format("{}, which has {}", name_of(rules.set(), static_cast<std::uint32_t>(gap.rule)), gap.reason));
  }
  if (rules.has_blank_data()) add("DATA with blank nodes");
  if (all.empty()) all = "facts that no database can hold";
  fail(ErrorKind::unsupported, "the quad follows by the rules, but this proof is not supported yet; it may need: {}",
       all);
}

}  // namespace

Why why(const ProofRules& rules, const WhyFacts& facts, const Fact& fact, const WhyOptions& options) {
  ProofFacts all(rules, facts.store, facts.local, facts.named);
  Why why;
  if (rules.schema().is_local(fact.predicate) || !all.contains(fact)) return why;
  const bool is_base = all.is_base(fact);
  why.kind = all.is_stated(fact) ? WhyKind::stated : WhyKind::follows;
  if (is_base) {
    Proof& proof = why.proofs.emplace_back(Proof{fact, {}, {}, {}, {}});
    (why.kind == WhyKind::stated ? proof.stated : proof.data).push_back(fact);
  }
  const std::size_t wanted = options.more + (is_base ? 0 : 1);
  if (wanted == 0) return why;
  ProofSolving solving(rules, all, facts.terms, facts.is_complete, options.pulse);
  ProofSearch search(rules, all, solving, options.account);
  for (Proof& proof : search.find(fact, wanted)) why.proofs.push_back(std::move(proof));
  if (why.proofs.empty()) refuse(rules, solving);
  return why;
}

}  // namespace quadrille::inferencer
