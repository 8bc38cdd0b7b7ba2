#include "server/engine/backup_state.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "quadstore/rules_file.hpp"
#include "query/operators/to_first.hpp"
#include "query/update/change_lines.hpp"
#include "query/update/net_changes.hpp"
#include "query/update/state_context.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kRoundQuads = 16384;

// The part of the changes that is sent in a round.
query::QuadChanges part_of(const query::QuadChanges& changes, std::size_t round) {
  query::QuadChanges part;
  const auto take = [round](const std::vector<Quad>& from, std::size_t before, std::vector<Quad>& to) {
    const std::size_t begin = round * kRoundQuads, end = begin + kRoundQuads;
    const auto clamp = [&](std::size_t place) {
      return from.begin() + static_cast<std::ptrdiff_t>(std::clamp(place, before, before + from.size()) - before);
    };
    to.assign(clamp(begin), clamp(end));
  };
  take(changes.deletes, 0, part.deletes);
  take(changes.inserts, changes.deletes.size(), part.inserts);
  return part;
}

// nullopt: those of the base.
std::optional<std::string> rules_since_base(const ServedState& state) {
  const Generation& base = state.snapshot().generation();
  std::string rules = state.rules ? state.rules->stored : std::string();
  if (rules == read_rules_file(base.folder(), base.manifest()).value_or("")) return std::nullopt;
  return rules;
}

}  // namespace

BackupReport backup_state(pgas::Team& team, const ServedState& state, const BackupRequest& request) {
  pgas::QueryArena arena(team.heap());  // outlives the run
  BackupReport report;
  team.run([&] {
    std::optional<BackupWriter> backup;
    if (team.is_first()) {
      backup.emplace(request.folder, state.generation->manifest(), request.target, request.options);
    }
    const std::uint64_t version = state.snapshot().version();
    query::QueryDictionary terms(team, arena, state.dictionary(), {});
    query::StateContext context(team, arena, state.snapshot(), terms);
    const query::QuadChanges changes = query::net_changes(state.snapshot(), context.own_shards());
    const std::size_t quads = changes.deletes.size() + changes.inserts.size();
    const std::size_t rounds =
        std::max<std::size_t>(team.max((quads + kRoundQuads - 1) / kRoundQuads), changes.clears_any() ? 1 : 0);
    if (backup) {
      const auto rules = rules_since_base(state);
      if (rounds > 0 || rules) backup->begin(version, request.next_blank, rules);
    }
    query::ToFirst pieces(team, arena);
    for (std::size_t round = 0; round < rounds; ++round) {
      if (request.stopped && request.stopped()) fail(ErrorKind::cancelled, "the backup was stopped");
      std::string lines;
      const query::QuadChanges part = part_of(changes, round);
      // Once, and before the changes of other images: the backup has the lines of all images in one log.
      if (round == 0) {
        const std::string clears = query::clear_lines(context, changes);
        if (team.is_first()) lines += clears;
      }
      query::write_change_lines(context, part, [&](std::string_view some) { lines += some; });
      pieces.gather(lines, [&](std::string_view piece) { backup->add(piece); });
    }
    if (backup) report = backup->finish(version, request.next_blank);
    team.barrier();  // no image reads the tables of another any more
  });
  return report;
}

}  // namespace quadrille::server
