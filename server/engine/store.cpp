#include "server/engine/store.hpp"

#include <filesystem>
#include <utility>

#include "base/assert.hpp"
#include "inferencer/rule_sets.hpp"
#include "loader/build/left_generations.hpp"
#include "quadstore/log/log_reader.hpp"
#include "query/update/recovery.hpp"

namespace quadrille::server {

namespace fs = std::filesystem;

namespace {

constexpr double kOfChecking = 0.1;  // of the work of a recovery

}  // namespace

Store::Store(pgas::Job& job, pgas::Team& team, std::string folder, const StoreOptions& options)
    : team_(team),
      folder_(std::move(folder)),
      options_(options),
      addresses_(options.addresses ? options.addresses : std::make_shared<FileAddresses>()),
      levels_(options.levels ? options.levels : std::make_shared<query::HeapMemory>(job.heap())) {
  const fs::path log = log_folder(folder_);
  bool has_log = options_.writable;
  // The lock comes first: its holder is the only one that makes generations, and the manifest read stays valid.
  team.agree(pgas::attempt([&] {
    if (!team.is_first()) return;
    has_log = options_.writable || fs::exists(log);
    if (has_log) lock_ = std::make_unique<LogLock>(log, options_.writable ? LogLock::Use::write : LogLock::Use::read);
    if (!options_.writable) return;
    for (const fs::path& left : remove_left_generations(folder_)) {
      remarks_.push_back(fmt::format("removed {}, which was left over", left.string()));
    }
  }));
  team.agree(pgas::attempt([&] { look(0); }));
  ServedState state;
  state.generation = std::make_shared<ServedGeneration>(job, team, folder_, *addresses_, options_.views);
  state.data = state.generation->first_state(state.generation->manifest().version);
  next_blank_ = state.generation->manifest().blank_nodes;
  team.agree(pgas::attempt([&] { state.rules = rules_of_base(folder_, state.generation->manifest(), watch_); }));
  if (team.any(has_log)) recover(team, state);
  states_ = std::make_unique<StateTable>(std::move(state));
  if (options_.graph_cache) graphs_ = std::make_unique<DatabaseGraphs>(*options_.graph_cache, options_.id);
  team.barrier();
}

std::vector<std::string> entailment_of(const Store& store) {
  return inferencer::entailment_regimes(names_of(store.states().newest().rules));
}

void Store::drop_below(StateId id) {
  states_->drop_below(id);
  if (graphs_) graphs_->drop_below({id.generation, id.version});
}

void Store::look(double share) const {
  if (options_.recovering) options_.recovering(share);
}

// Other images read this image's levels and terms until all have reached this point.
Store::~Store() {
  team_.barrier();
}

query::Writer Store::writer(pgas::Team& team, const ServedState& state) {
  return {team,     state.dictionary(),           state.generation->vocabulary(),
          *levels_, state.generation->follower(), closure_of(state.rules)};
}

void Store::close(pgas::Team& team, ServedState& state, const char* purpose) {
  watch_->expect(purpose);
  state.data = query::with_closure(writer(team, state), state.data, next_blank_);
}

void Store::change_rules(pgas::Team& team, ServedState& state, StateRulesPtr rules) {
  if (state.rules && !rules) {
    query::Writer its = writer(team, state);
    query::EmptyClosure nothing;
    its.closure = &nothing;
    std::uint64_t next_blank = next_blank_;  // none is taken
    state.data = query::with_closure(its, state.data, next_blank);
  }
  if (rules) state.data = std::make_shared<const query::DatasetState>(query::under_other_rules(*state.data));
  state.rules = std::move(rules);
}

void Store::publish(ServedState state, std::uint64_t next_blank, const query::LogPieces& lines) {
  next_blank_ = next_blank;
  const std::uint64_t version = state.id().version;
  const StateRulesPtr rules = state.rules;
  const bool changes_rules = states_->newest().rules != rules;
  states_->publish(std::move(state));
  const std::lock_guard lock(keeping_.mutex);
  if (!keeping_.is_on) return;
  if (changes_rules) keeping_.kept.push_back({rules, version});
  for (const std::string& piece : lines) keeping_.kept.back().lines.push_back({version, next_blank, piece, folder_});
}

void Store::publish_uncommitted(ServedState state, std::uint64_t next_blank) {
  uncommitted_ = state.id().version;
  publish(std::move(state), next_blank, {});
}

void Store::retract(StateId newest, std::uint64_t next_blank) {
  next_blank_ = next_blank;
  states_->drop_above(newest);
  uncommitted_ = 0;
}

ServedState Store::newest_committed(const pgas::SharedWord& announced) const {
  while (true) {
    const std::uint32_t seen = announced.load(std::memory_order_acquire);
    ServedState newest = states_->newest();
    const std::uint64_t version = newest.id().version;
    const bool is_announced = static_cast<std::int32_t>(seen - static_cast<std::uint32_t>(version)) >= 0;
    if (is_announced || uncommitted_.load(std::memory_order_acquire) != version) return newest;
    pgas::wait_a_while(announced, seen, pgas::Patience::busy);
  }
}

void Store::begin_keeping() {
  const std::lock_guard lock(keeping_.mutex);
  keeping_.is_on = true;
  keeping_.kept.resize(1);
}

bool Store::keeps_lines() {
  const std::lock_guard lock(keeping_.mutex);
  return keeping_.is_on;
}

void Store::end_keeping() {
  const std::lock_guard lock(keeping_.mutex);
  keeping_.is_on = false;
  keeping_.kept.clear();
}

std::vector<query::VersionLines> Store::take_kept() {
  const std::lock_guard lock(keeping_.mutex);
  return std::exchange(keeping_.kept.front().lines, {});
}

bool Store::keeps_rules() {
  const std::lock_guard lock(keeping_.mutex);
  return keeping_.kept.size() > 1;
}

KeptRules Store::take_kept_rules() {
  const std::lock_guard lock(keeping_.mutex);
  QUADRILLE_ASSERT(keeping_.kept.size() > 1 && keeping_.kept.front().lines.empty(),
                   "the lines before a change of rules come first");
  keeping_.kept.pop_front();
  return {keeping_.kept.front().rules, keeping_.kept.front().version};
}

void Store::publish_generation(ServedState state) {
  states_->publish(std::move(state));
  end_keeping();
  left_ = false;
}

void Store::recover(pgas::Team& team, ServedState& state) {
  const fs::path folder = log_folder(folder_);
  const std::uint64_t checkpoint = state.generation->manifest().version;
  std::unique_ptr<LogReader> reader;
  team.agree(pgas::attempt([&] {
    reader = std::make_unique<LogReader>(folder, checkpoint, team.rank(), team.size(),
                                         [&](double share) { look(kOfChecking * share); });
  }));
  const auto views = team.all_gather(reader->view());
  team.agree(pgas::attempt([&] { reader->accept(views); }));
  const std::uint64_t committed = reader->committed();
  remarks_.insert(remarks_.end(), reader->remarks().begin(), reader->remarks().end());
  if (committed > checkpoint) {
    const auto replaying = [&](double share) { look(kOfChecking + (1 - kOfChecking) * share); };
    const auto take_rules = [&](const std::string& stored) {
      state.rules = rules_of(stored, watch_);
      return closure_of(state.rules);
    };
    const query::Recovered recovered =
        query::recover(writer(team, state), *reader, state.data, next_blank_, take_rules, nullptr, replaying);
    state.data = recovered.state;
    next_blank_ = recovered.next_blank;
    close(team, state, "start");
  }
  reader.reset();
  if (!options_.writable) return;
  team.agree(pgas::attempt([&] {
    tidy_retired_logs(folder, team.rank(), team.size(), committed, checkpoint);
    log_ = std::make_unique<UpdateLog>(folder, team.rank(), committed, options_.log);
  }));
}

}  // namespace quadrille::server
