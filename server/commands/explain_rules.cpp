#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "dictionary/volatile_huri.hpp"
#include "inferencer/explain.hpp"
#include "inferencer/infer_rows.hpp"
#include "inferencer/stored_rules.hpp"
#include "quadstore/merged_batch.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/rules_input.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

// All rows of a snapshot, read by one image.
template <int kColumns>
RowSource<kColumns> rows_of(const Snapshot& snapshot, Permutation permutation) {
  RowSource<kColumns> source;
  source.for_each = [&snapshot, permutation](const typename RowSource<kColumns>::Visit& visit) {
    constexpr std::size_t kBatchRows = 8192;
    std::vector<Huri> column(kBatchRows);
    std::vector<Row<kColumns>> rows(kBatchRows);
    MergedBatch batch;
    for (std::uint32_t shard = 0; shard < snapshot.shards(); ++shard) {
      for (MergedRows rest = snapshot.run(permutation, ShardId(shard)).find({}); !rest.empty();) {
        const std::size_t count = std::min<std::uint64_t>(rest.size(), kBatchRows);
        batch.take(rest, count);
        for (int number = 0; number < kColumns; ++number) {
          batch.read(ColumnIndex(number), std::span(column).first(count));
          for (std::size_t row = 0; row < count; ++row) rows[row][static_cast<std::size_t>(number)] = column[row];
        }
        visit(std::span<const Row<kColumns>>(rows).first(count));
      }
    }
  };
  return source;
}

// The HURIs of the rules' constants; those that the database does not have get their own.
class Constants {
 public:
  explicit Constants(const Dictionary& dictionary) : dictionary_(dictionary) {}

  Huri huri(TermView term) {
    const auto [place, is_new] = huris_.emplace(to_ntriples(term), Huri());
    if (!is_new) return place->second;
    place->second = dictionary_.find(term);
    if (!place->second.is_unbound()) return place->second;
    const HuriKind kind = term.kind == TermKind::iri ? HuriKind::iri : HuriKind::typed;
    place->second = Huri::make_volatile(kind, kQueryTermBit | terms_.size());
    terms_.emplace(place->second, Term(term));
    return place->second;
  }
  Term term(Huri huri) const {
    const auto own = terms_.find(huri);
    return own == terms_.end() ? dictionary_.term(huri) : own->second;
  }

 private:
  const Dictionary& dictionary_;
  std::unordered_map<std::string, Huri> huris_;
  std::unordered_map<Huri, Term> terms_;
};

std::string explain_database(pgas::Job& job, const std::string& database) {
  pgas::Team& team = job.team();
  std::unique_ptr<DatabaseLock> lock;
  team.run([&] { lock = share_database(team, database, "rules"); });
  const Store store(job, job.team(), database, {});
  const ServedState state = store.states().newest();
  const Manifest& manifest = state.snapshot().generation().manifest();
  if (!state.rules) fail(ErrorKind::user, "{} has no rules", database);
  const inferencer::StoredRules& stored = state.rules->known();
  const parser::RuleSet rules = stored.rules();
  pgas::QueryArena arena(job.heap());  // outlives the run
  const Snapshot stated = state.snapshot().in(View::stated);
  Constants constants(state.dictionary());
  const auto huri_of = [&](TermView term) { return constants.huri(term); };
  const inferencer::GivenRows given{.triples = rows_of<3>(stated, Permutation::spo),
                                    .quads = rows_of<4>(stated, Permutation::spog),
                                    .dictionary = [&]() -> const Dictionary& { return state.dictionary(); },
                                    .arena = &arena,
                                    .intern = {},
                                    .next_blank = manifest.blank_nodes};
  const inferencer::InferOptions how{.graphs = stored.graphs,
                                     .into = kDefaultGraph,
                                     .most = {},
                                     .by_representatives = stored.uses_representatives(rules)};
  std::string text;
  team.run([&] {
    inferencer::compile_rows(team, rules, huri_of, given, how, [&](const inferencer::CompiledRules& compiled) {
      text = inferencer::explain_rules(compiled, rules, [&](Huri huri) { return constants.term(huri); });
    });
  });
  return text;
}

}  // namespace

int run_explain_rules(pgas::Job& job, const ExplainRulesOptions& options) {
  if (!options.database.empty()) {
    print(explain_database(job, options.database));
  } else {
    RuleOptions files;
    files.sets = options.rules;
    print(inferencer::explain_rules(stored_rules_of(files).rules()));
  }
  return 0;
}

}  // namespace quadrille::server
