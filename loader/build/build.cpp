#include "loader/build/build.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <numeric>
#include <optional>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "loader/build/build_context.hpp"
#include "loader/build/build_folder.hpp"
#include "loader/build/built_terms.hpp"
#include "loader/build/built_triples.hpp"
#include "loader/build/checkpoint.hpp"
#include "loader/build/file_prefixes.hpp"
#include "loader/build/index_shards.hpp"
#include "loader/build/rank_terms.hpp"
#include "loader/build/rank_triples.hpp"
#include "loader/build/rule_constants.hpp"
#include "loader/build/shared_files.hpp"
#include "loader/build/shared_inputs.hpp"
#include "loader/build/spill/spilled_build.hpp"
#include "loader/build/update_huris.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/inferred_row.hpp"
#include "quadstore/rules_file.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kFirstGeneration = 1;

// A build on one image. This object owns all memory that other images read, and lives until all images have ended their
// steps. It is constructed outside of the steps, so its constructor does nothing that can fail on one image alone.
class Build {
 public:
  Build(pgas::Job& job, const BuildOptions& options) : context_(job, options), options_(options) {}

  void run() {
    prepare();
    read();
    sort();
    update();
    infer();
    build_index();
    write_checkpoint();
  }

  const BuildReport& report() const { return context_.report; }

 private:
  pgas::Team& team() { return context_.team(); }

  void prepare();
  void read();
  void sort();
  void rank_triples();
  void update();
  void infer();
  void build_index();
  void write_checkpoint();

  // The images work on `step` from here to done().
  void begin(BuildStep step, std::uint64_t items) {
    watches_.step.restart();
    context_.begin(step, items);
  }
  void done(BuildStep step, std::uint64_t items) {
    team().barrier();
    context_.report[step] = {watches_.step.seconds(), items};
    count_traffic(step);
    context_.end(step);
  }

  // Adds this image's messages since the previous step to `step`.
  void count_traffic(BuildStep step) {
    const pgas::Counters now = team().counters();
    traffic_.by_step[index(step)] = now - traffic_.counted;
    traffic_.counted = now;
  }
  void report_traffic();

  BuildContext context_;
  void renew_terms();

  const BuildOptions& options_;
  struct Watches {
    Stopwatch all, step;
  };
  Watches watches_;
  std::unique_ptr<BuildFolder> folder_;  // the first image's
  std::filesystem::path path_;           // of the folder, on all images
  SharedInputs inputs_{context_};

  std::optional<pgas::QueryArena> term_arena_{std::in_place, context_.heap()};
  std::optional<pgas::QueryArena> huri_arena_{std::in_place, context_.heap()};
  std::optional<pgas::QueryArena> row_arena_{std::in_place, context_.heap()};
  std::optional<TermTable> terms_;
  QuadLog log_{*row_arena_};
  struct OfRules {
    RuleConstants constants;
    BuiltTerms terms;
    std::optional<BuiltTriples> triples = std::nullopt;
  };
  OfRules of_rules_{RuleConstants(*row_arena_), BuiltTerms(context_)};
  std::optional<SpilledBuild> spill_;
  bool is_spilled_ = false;  // the steps go through disk
  RankedTerms ranked_;
  struct OfRows {
    TripleRanks triples;
    IndexedShards shards;
  };
  OfRows of_rows_{TripleRanks(context_), {}};
  struct Traffic {
    pgas::Counters counted;                           // up to the last step
    std::array<pgas::Counters, kBuildSteps> by_step;  // of this image
  };
  Traffic traffic_{team().counters(), {}};
};

void Build::prepare() {
  check_options(options_, team().size());
  if (team().is_first()) folder_ = std::make_unique<BuildFolder>(options_.database, options_.replace);
  path_ = team().broadcast(folder_ ? folder_->path().string() : "");
  if (team().is_first()) std::filesystem::create_directories(path_ / generation_folder(kFirstGeneration));
  inputs_.list();
  await_path(path_ / generation_folder(kFirstGeneration), "the first image");
  inputs_.spool_rejects(path_ / "rejects");
  spill_.emplace(context_, path_);
}

// Replaces the table by an empty one in the same memory.
void Build::renew_terms() {
  terms_.reset();
  term_arena_.emplace(context_.heap());
  terms_.emplace(*term_arena_);
}

void Build::read() {
  renew_terms();
  const auto relieve = [this] {
    const bool gone = spill_->relieve(*terms_, log_);
    if (gone) renew_terms();
    return gone;
  };
  inputs_.read(*terms_, log_, relieve);
  if (options_.rules && team().is_first()) of_rules_.constants.add(options_.rules->constants(), *terms_);
  is_spilled_ = spill_->end_input(*terms_, log_);
  if (is_spilled_) renew_terms();
  inputs_.report(log_.size() + spill_->rows());
  count_traffic(BuildStep::read_rdf);
  inputs_.end_steps();
}

void Build::sort() {
  begin(BuildStep::sort_literals, team().sum(is_spilled_ ? spill_->terms() : terms_->size()));
  ranked_ = is_spilled_ ? spill_->rank(*huri_arena_, kFirstGeneration)
                        : rank_terms(context_, *terms_, *term_arena_, *huri_arena_, path_, kFirstGeneration);
  terms_.reset();
  term_arena_.reset();
  rank_triples();
  const std::uint64_t all = std::accumulate(ranked_.counts.begin(), ranked_.counts.end(), std::uint64_t{0});
  context_.report.blank_nodes = ranked_.counts[static_cast<std::size_t>(HuriKind::blank)];
  context_.report.terms.triples = of_rows_.triples.total();
  context_.report.terms.vocabulary = all - context_.report.blank_nodes - context_.report.terms.triples;
  done(BuildStep::sort_literals, all);
}

void Build::rank_triples() {
  if (is_spilled_) {
    spill_->rank_triples(of_rows_.triples);
  } else {
    of_rows_.triples.add(ranked_.huris, [this](const auto& visit) { log_.terms.for_each_chunk(visit); });
  }
  of_rows_.triples.rank();
  ranked_.counts[static_cast<std::size_t>(HuriKind::triple_term)] = of_rows_.triples.total();
}

void Build::update() {
  begin(BuildStep::update_huris, context_.report.quads_read);
  const auto look_up_constants = [this](std::span<const Huri> huris) { of_rules_.constants.update(huris); };
  if (is_spilled_) {
    spill_->update(of_rows_.triples, look_up_constants);
  } else {
    update_huris(context_, log_, ranked_.huris, of_rows_.triples);
    look_up_constants(ranked_.huris);
  }
  if (options_.rules) of_rules_.constants.share(team());
  huri_arena_.reset();
  done(BuildStep::update_huris, context_.report.quads_read);
}

void Build::infer() {
  if (!options_.rules) return;
  begin(BuildStep::inference, context_.report.quads_read);
  QuadLog inferred(*row_arena_);
  InferenceRows rows;
  rows.arena = &*row_arena_;
  if (is_spilled_) {
    rows.triples = spill_->triples();
    rows.quads = spill_->quads();
  } else {
    rows.triples = {log_.triples.chunks(), [this](const auto& visit) { log_.triples.for_each_chunk(visit); }};
    rows.quads = {log_.quads.chunks(), [this](const auto& visit) { log_.quads.for_each_chunk(visit); }};
  }
  if (of_rows_.triples.total() > 0) of_rules_.triples.emplace(context_, of_rows_.triples.owned());
  of_rules_.terms.open(path_, gather_files(team(), ranked_.files), of_rules_.triples ? &*of_rules_.triples : nullptr);
  rows.dictionary = [&]() -> const Dictionary& { return of_rules_.terms.dictionary(); };
  rows.intern = [&](std::span<const TermView> terms, std::span<Huri> huris) {
    of_rules_.terms.intern(terms, huris, *row_arena_);
  };
  rows.next_blank = context_.report.blank_nodes;
  const auto append = [&](const Quad& quad, Marks marks) {
    const Huri predicate = with_marks(quad.predicate, marks);
    if (is_spilled_) {
      spill_->add({quad.subject, predicate, quad.object, quad.graph});
    } else if (quad.graph == kDefaultGraph) {
      inferred.triples.append({quad.subject, predicate, quad.object});
    } else {
      inferred.quads.append({quad.subject, predicate, quad.object, quad.graph});
    }
  };
  rows.add = [&](const Quad& quad) { append(quad, Marks::closure); };
  rows.hide = [&](const Quad& quad) { append(quad, Marks::stated); };
  context_.report.inference =
      options_.rules->infer(team(), of_rules_.constants.huris(), rows,
                            [this](std::uint64_t items, std::uint64_t quads) { context_.pulse(items, quads); });
  context_.report.blank_nodes += context_.report.inference.new_blanks;
  context_.report.terms.vocabulary += team().sum(of_rules_.terms.made());
  inferred.triples.for_each_chunk([&](std::span<TripleRow> chunk) {
    for (const TripleRow& row : chunk) log_.triples.append(row);
  });
  inferred.quads.for_each_chunk([&](std::span<QuadRow> chunk) {
    for (const QuadRow& row : chunk) log_.quads.append(row);
  });
  inferred.triples.clear();
  inferred.quads.clear();
  if (!is_spilled_) is_spilled_ = spill_->end_inference(log_);
  context_.pulse(log_.size());
  done(BuildStep::inference, context_.report.inference.inferred);
  of_rules_.triples.reset();  // no image reads them any more
}

void Build::build_index() {
  begin(BuildStep::index, context_.report.quads_read + context_.report.inference.inferred);
  for (const QuadRow& row : of_rows_.triples.owned()) is_spilled_ ? spill_->add(row) : log_.quads.append(row);
  of_rows_.shards = is_spilled_ ? spill_->index(kFirstGeneration)
                                : index_shards(context_, log_, *row_arena_, path_, kFirstGeneration);
  row_arena_.reset();
  context_.report.default_quads = of_rows_.shards.default_quads;
  context_.report.named_quads = of_rows_.shards.named_quads;
  context_.report.heavy_objects = of_rows_.shards.tables.front().second.heavy.objects().size();
  done(BuildStep::index, context_.report.quads_read + context_.report.inference.inferred);
}

void Build::write_checkpoint() {
  begin(BuildStep::checkpoint, 0);
  inputs_.write_rejects();
  std::vector<ManifestFile> files = std::move(of_rows_.shards.files);
  files.insert(files.end(), ranked_.files.begin(), ranked_.files.end());
  const std::vector<ManifestFile> made = of_rules_.terms.write_made(kFirstGeneration);
  files.insert(files.end(), made.begin(), made.end());
  files = gather_files(team(), files);
  BuildReport& report = context_.report;
  report.space.spilled_bytes = team().sum(spill_->spilled_bytes());
  report.space.peak_memory_bytes = team().max(context_.heap().usage().high_water_bytes);
  if (team().is_first()) {
    for (const ManifestFile& file : files) await_file(path_ / file.path, file.seal.size_bytes, "another image");
    Manifest manifest = describe(report, options_, kFirstGeneration, ranked_.counts);
    if (std::string prefixes = gather_prefixes(inputs_.files()); !prefixes.empty()) {
      manifest.options[kPrefixesOption] = std::move(prefixes);
    }
    manifest.inferred_quads = of_rows_.shards.inferred_quads;
    manifest.files = std::move(files);
    write_all_tables(path_, kFirstGeneration, of_rows_.shards.tables, manifest.files);
    if (options_.rules) manifest.files.push_back(write_rules_file(path_, kFirstGeneration, options_.rules->stored()));
    manifest.build_seconds = watches_.all.seconds();
    for (const ManifestFile& file : manifest.files) report.space.disk_bytes += file.seal.size_bytes;
    manifest.write(path_);
    report.space.disk_bytes += std::filesystem::file_size(manifest_path(path_));
    files = manifest.files;
    folder_->publish();
  }
  report.space.disk_bytes = team().max(report.space.disk_bytes);
  done(BuildStep::checkpoint, team().max(files.size()));
  report_traffic();
  report.seconds = team().max(watches_.all.seconds());
}

void Build::report_traffic() {
  for (const auto& theirs : team().all_gather(traffic_.by_step)) {
    for (std::size_t step = 0; step < kBuildSteps; ++step) {
      context_.report.steps[step].messages += theirs[step].messages;
      context_.report.steps[step].bytes += theirs[step].sent_bytes;
    }
  }
}

}  // namespace

BuildReport build_database(pgas::Job& job, const BuildOptions& options) {
  Build build(job, options);
  job.team(options.lane).run([&] { build.run(); });
  return build.report();
}

}  // namespace quadrille
