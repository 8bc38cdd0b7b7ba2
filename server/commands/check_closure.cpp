#include "server/commands/check_closure.hpp"

#include <fmt/format.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "query/update/closure.hpp"
#include "query/update/state_context.hpp"
#include "server/engine/state_rules.hpp"

namespace quadrille::server {

namespace {

// Quads with blank nodes that rules have made, without these blank nodes.
struct Nameless {
  std::uint64_t quads = 0, hashes = 0;

  void add(const Quad& quad) {
    std::uint64_t hash = 0;
    for (const Huri huri : {quad.subject, quad.predicate, quad.object, quad.graph})
      hash = (hash + (huri.is_blank() ? 1 : std::hash<Huri>()(huri))) * 0x9e3779b97f4a7c15u;
    ++quads;
    hashes += hash;
  }
};

bool has_blank(const Quad& quad, std::uint64_t first) {
  for (const Huri huri : {quad.subject, quad.object, quad.graph})
    if (huri.is_blank() && huri.payload() >= first) return true;
  return false;
}

class ClosureCheck {
 public:
  ClosureCheck(pgas::Team& team, ServedGeneration& generation, CheckFinds& finds)
      : team_(team), generation_(generation), finds_(finds) {}

  // `changes`: what must change on this image. Collective.
  void compare(std::span<const query::MarkedQuad> changes) {
    const std::uint64_t next_blank = generation_.manifest().blank_nodes;
    Nameless missing, surplus;
    std::vector<const query::MarkedQuad*> with_blanks;
    for (const query::MarkedQuad& its : changes) {
      if (has(its.marks.before, Marks::stated)) {
        tell_marks(its.quad);
        continue;
      }
      const bool is_missing = its.marks.after == Marks::closure;
      if (!has_blank(its.quad, is_missing ? next_blank : 0)) {
        tell(its.quad, is_missing);
        continue;
      }
      (is_missing ? missing : surplus).add(its.quad);
      with_blanks.push_back(&its);
    }
    const bool is_same_number = team_.sum(missing.quads) == team_.sum(surplus.quads);
    if (team_.sum(missing.hashes) == team_.sum(surplus.hashes) && is_same_number) return;
    for (const query::MarkedQuad* const its : with_blanks) tell(its->quad, its->marks.after == Marks::closure);
  }

  // By representatives, stated quads with others are hidden; compare() looks at their marks.
  void compare_views(bool by_representatives) {
    const Snapshot snapshot(generation_.generation());
    const std::uint64_t all = rows_of(snapshot, View::all), seen = rows_of(snapshot, View::closure);
    if (!team_.is_first()) return;
    finds_.looked_at(all - rows_of(snapshot, View::stated));
    if (all != seen && !by_representatives)
      finds_.damage(fmt::format("{} stated quads do not belong to the closure; {}", all - seen, kRestoreDatabase));
  }

 private:
  static std::uint64_t rows_of(const Snapshot& snapshot, View view) {
    const Snapshot seen = snapshot.in(view);
    return seen.statistics().default_graph.rows() + seen.statistics().named_graphs.rows();
  }

  std::string text_of(const Quad& quad) const {
    std::string text;
    for (const Huri huri : {quad.subject, quad.predicate, quad.object, quad.graph}) {
      if (huri == kDefaultGraph) continue;
      if (huri.is_blank()) {
        text += fmt::format("_:b{}", huri.payload());
      } else if (generation_.dictionary().holds(huri)) {
        append_ntriples(text, generation_.dictionary().term(huri).view());
      } else {
        text += fmt::format("{:016x}", huri.bits());
      }
      text += ' ';
    }
    return text + '.';
  }

  void tell(const Quad& quad, bool is_missing) {
    finds_.damage(fmt::format("{}: {}; {}",
                              is_missing ? "the closure lacks a quad that follows by the rules"
                                         : "the closure has a quad that does not follow by the rules",
                              text_of(quad), kRestoreDatabase));
  }

  void tell_marks(const Quad& quad) {
    finds_.damage(fmt::format("a stated quad has wrong marks: {}; {}", text_of(quad), kRestoreDatabase));
  }

  pgas::Team& team_;
  ServedGeneration& generation_;
  CheckFinds& finds_;
};

}  // namespace

void check_closure(DatabaseCheck& check, ServedGeneration& generation) {
  pgas::Team& team = check.team();
  check.step_alike("closure: quads that follow", "quads", [&](CheckFinds& finds) {
    StateRulesPtr rules;
    const auto read = [&] { rules = rules_of_base(generation.generation().folder(), generation.manifest()); };
    if (!team.all(finds.attempt(read))) return;
    query::EmptyClosure nothing;
    query::Closure& closure = rules ? *rules->closure : nothing;
    pgas::QueryArena arena(team.heap());  // outlives the run
    ClosureCheck compared(team, generation, finds);
    team.run([&] {
      const Snapshot snapshot = generation.first_state(generation.manifest().version)->snapshot;
      query::QueryDictionary terms(team, arena, generation.dictionary(), {});
      query::StateContext context(team, arena, snapshot, terms);
      DeltaInterner interner(team, arena, generation.dictionary(), generation.vocabulary());
      query::FreshBlanks blanks(generation.manifest().blank_nodes);
      const query::ClosureUpdate update = closure.update(context, generation.dictionary(), interner, blanks, nullptr);
      if (generation.follower() != nullptr) generation.follower()->share_terms(team);
      compared.compare_views(update.equal != nullptr);
      compared.compare(update.marked);
      team.barrier();  // no image reads another's tables any more
    });
  });
}

}  // namespace quadrille::server
