#include "server/engine/compaction.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/clock.hpp"
#include "loader/compaction/merge_generation.hpp"
#include "loader/compaction/rebuild_generation.hpp"
#include "query/update/replay.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kFewBytes = 64 * 1024;  // of lines, on all images: some milliseconds
constexpr int kMostRounds = 10;

class Run {
 public:
  Run(pgas::Job& job, pgas::Team& team, Store& store, const CompactionOptions& options, const CompactionHooks& hooks)
      : job_(job), team_(team), store_(store), options_(options), hooks_(hooks) {}

  CompactionReport run(const CompactionRequest& request) {
    begin();
    try {
      next_.generation = make(request);
      next_.data = next_.generation->first_state(old_.id().version);
      next_.rules = again(old_.rules);
      catch_up();
      switch_over();
    } catch (...) {
      store_.end_keeping();
      throw;
    }
    trim();
    clean();
    return report_;
  }

 private:
  std::shared_ptr<void> hold() const { return hooks_.hold_writer ? hooks_.hold_writer() : nullptr; }

  void begin() {
    const std::shared_ptr<void> held = hold();
    team_.barrier();
    old_ = store_.states().newest();
    born_ = team_.all_gather(old_.generation->vocabulary().size(old_.generation->vocabulary().image()));
    report_.terms_born = std::accumulate(born_.begin(), born_.end(), std::uint64_t{0});
    next_blank_ = store_.next_blank();
    store_.begin_keeping();
    team_.barrier();
  }

  std::shared_ptr<ServedGeneration> make(const CompactionRequest& request) {
    const Manifest manifest = request.kind == CompactionKind::merge ? merge() : rebuild(request.shards);
    report_.shards = manifest.shards;
    report_.quads = manifest.default_quads + manifest.named_quads;
    team_.agree(pgas::attempt([&] {
      if (!team_.is_first()) return;
      store_.leave_generation();
      manifest.write(store_.folder());
    }));
    return std::make_shared<ServedGeneration>(job_, team_, store_.folder(), store_.addresses(), store_.views());
  }

  Manifest merge() {
    MergeInput input{old_.snapshot()};
    input.delta = &old_.generation->vocabulary();
    input.delta_size = born_[static_cast<std::size_t>(team_.rank())];
    input.next_blank = next_blank_;
    input.rules = rules_for_generation(old_.rules);
    return merge_generation(team_, input, options_);
  }

  Manifest rebuild(std::uint32_t shards) {
    const RebuildInput input{old_.snapshot(), old_.dictionary(), born_[static_cast<std::size_t>(team_.rank())],
                             next_blank_, rules_for_generation(old_.rules)};
    RebuildOptions options{options_};
    options.shards = shards;
    options.memory_bytes = job_.heap().usage().budget_bytes / 4;
    return rebuild_generation(team_, input, options).manifest;
  }

  // Replays the lines committed since then, and the changes of rules that all images have seen.
  std::size_t replay_kept() {
    std::size_t bytes = 0;
    while (true) {
      // Once all images have seen a change, no image gets more lines before it.
      const bool is_next = team_.all(store_.keeps_rules());
      bytes += replay_lines(next_.id().version);
      if (!is_next) return bytes;
      const KeptRules kept = store_.take_kept_rules();
      store_.change_rules(team_, next_, again(kept.rules));
      replay_lines(kept.version, {});
      is_closed_ = false;
    }
  }

  // Up to the next change of rules; the version is the highest of them on any image.
  std::size_t replay_lines(std::uint64_t version) { return replay_lines(version, store_.take_kept()); }
  std::size_t replay_lines(std::uint64_t version, const std::vector<query::VersionLines>& lines) {
    std::size_t bytes = 0;
    for (const query::VersionLines& part : lines) bytes += part.lines.size();
    if (!lines.empty()) version = std::max(version, lines.back().version);
    version = team_.max(version);
    const std::size_t all = team_.sum(bytes);
    if (all > 0 || version > next_.id().version) {
      next_.data = query::replay(store_.writer(team_, next_), next_.data, lines, version);
      is_closed_ = false;
    }
    return all;
  }

  void catch_up() {
    for (int round = 0; round < kMostRounds; ++round) {
      if (replay_kept() <= kFewBytes) return;
    }
  }

  void switch_over() {
    const std::shared_ptr<void> held = hold();
    const Stopwatch held_for;
    team_.barrier();
    replay_kept();
    replay_lines(store_.states().newest().id().version);
    if (!is_closed_) store_.close(team_, next_);
    store_.publish_generation(next_);
    report_.state = next_.id();
    team_.barrier();  // all images have published it
    if (hooks_.announce) hooks_.announce();
    report_.seconds_held = held_for.seconds();
    report_.seconds = time_.seconds();
  }

  // The state is on disk twice then, which does no harm.
  void trim() {
    if (store_.log() == nullptr) return;
    static_cast<void>(pgas::attempt([&] { store_.log()->trim(next_.generation->manifest().version); }));
  }

  void clean() {
    const std::uint64_t generation = old_.id().generation;
    const std::string folder = (std::filesystem::path(store_.folder()) / generation_folder(generation)).string();
    const bool mine = !hooks_.wait_for_queries || hooks_.wait_for_queries(next_.id().generation);
    if (!team_.all(mine)) return;
    store_.drop_below(next_.id());
    old_ = {};
    team_.barrier();
    std::error_code ignored;  // the next start removes the rest
    if (team_.is_first()) std::filesystem::remove_all(folder, ignored);
  }

  pgas::Job& job_;
  pgas::Team& team_;
  Store& store_;
  const CompactionOptions& options_;
  const CompactionHooks& hooks_;
  const Stopwatch time_;
  ServedState old_, next_;
  std::vector<std::uint64_t> born_;  // by image, terms of updates at the version
  std::uint64_t next_blank_ = 0;
  bool is_closed_ = true;  // nothing has been replayed since the closure was updated
  CompactionReport report_;
};

}  // namespace

CompactionReport run_compaction(pgas::Job& job, pgas::Team& team, Store& store, const CompactionRequest& request,
                                const CompactionOptions& options, const CompactionHooks& hooks) {
  return Run(job, team, store, options, hooks).run(request);
}

std::string report_json(const CompactionReport& report) {
  return nlohmann::json{{"generation", report.state.generation},
                        {"version", report.state.version},
                        {"quads", report.quads},
                        {"shards", report.shards},
                        {"seconds", report.seconds},
                        {"seconds_held", report.seconds_held}}
      .dump();
}

}  // namespace quadrille::server
