#include "tests/update/update_bed.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "base/copy_bytes.hpp"
#include "loader/build/build.hpp"
#include "loader/database/delta_term_files.hpp"
#include "loader/database/dump.hpp"
#include "quadstore/log/log_reader.hpp"
#include "quadstore/merged_batch.hpp"
#include "query/answer/run_query.hpp"
#include "query/update/recovery.hpp"
#include "tests/query/query_file.hpp"

namespace quadrille::testing {

namespace fs = std::filesystem;

std::multiset<std::string> lines_of(const Dictionary& dictionary, const Snapshot& snapshot) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(pgas::test_job().heap());
  std::string mine;
  team.run([&] {
    QuadDump dump(team, arena, dictionary, snapshot, shards_of_member(team.rank(), team.size(), snapshot.shards()));
    for (std::string lines; dump.next(lines); lines.clear()) mine += lines;
    team.barrier();
  });
  std::multiset<std::string> all;
  for (const std::string& theirs : team.all_gather_bytes(mine)) {
    std::istringstream lines(theirs);
    for (std::string line; std::getline(lines, line);) all.insert(line);
  }
  return all;
}

UpdateBed::UpdateBed(const std::string& data) : job_(pgas::test_job()) {
  pgas::Team& team = job_.team();
  static int number = 0;
  folder_ =
      team.broadcast(::testing::TempDir() + "update_" + std::to_string(::getpid()) + "_" + std::to_string(number++));
  if (job_.is_first()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "data.trig") << data;
  }
  team.barrier();
  BuildOptions options;
  options.inputs = {(folder_ / "data.trig").string()};
  options.database = folder_ / "db";
  options.base = kTestBase;
  options.progress = ProgressDisplay::none;
  build_database(job_, options);
  database_ = std::make_unique<server::ServedDatabase>((folder_ / "db").string(), team);
  forget_updates();
}

void UpdateBed::forget_updates() {
  job_.team().barrier();  // others read this image's levels and terms
  states_.clear();
  terms_ = std::make_unique<pgas::QueryArena>(job_.heap());
  vocabulary_ = std::make_unique<DeltaVocabulary>(job_.team(), *terms_, delta_parts(database_->manifest().shards));
  load_delta_terms(job_.team(), folder_ / "db", database_->manifest(), *vocabulary_);
  dictionary_ = std::make_unique<Dictionary>(database_->dictionary().with(*vocabulary_));
  levels_ = std::make_unique<query::HeapMemory>(job_.heap());
  next_blank_ = database_->manifest().blank_nodes;
  whole_.reset();
  pgas::Team& team = job_.team();
  copy_.reset();
  if (team.rank() == team.group_begin(team.group())) {
    copy_ = std::make_shared<server::TermCopy>(job_, database_->manifest().shards);
  }
  vocabulary_->read_from(team, copy_ ? &copy_->terms : nullptr);
  limit_whole_view(~std::size_t{0});
  auto first = std::make_shared<query::DatasetState>(database_->database().generation(), database_->manifest().version);
  if (whole_) {
    first->whole = std::make_shared<const query::DatasetState>(whole_->generation(), database_->manifest().version);
  }
  states_.push_back(std::move(first));
}

void UpdateBed::limit_whole_view(std::size_t bytes) {
  if (job_.is_first() && !whole_) whole_ = std::make_unique<server::WholeView>(job_, folder_ / "db", copy_);
  follower_ = std::make_unique<query::StateFollower>(*vocabulary_, copy_ ? &copy_->terms : nullptr,
                                                     whole_ ? job_.make_solo_team() : nullptr, bytes);
  follower_->share_terms(job_.team());
}

void UpdateBed::keep_log() {
  job_.team().barrier();
  log_ = std::make_unique<UpdateLog>(folder_ / "log", job_.team().rank(), 0);
  job_.team().barrier();
}

void UpdateBed::start_again() {
  read_log(nullptr);
}

std::string UpdateBed::start_again(const query::ReplayWatch& watch) {
  try {
    read_log(nullptr, watch);
    return "";
  } catch (const Error& error) {
    read_log(nullptr);
    return error.what();
  }
}

std::vector<std::string> UpdateBed::faults_of_log() {
  query::RecoveryFaults faults;
  read_log(&faults);
  std::vector<std::string> all;
  for (std::string& theirs : job_.team().all_gather_bytes(fmt::format("{}", fmt::join(faults.listed, "\n")))) {
    if (!theirs.empty()) all.push_back(std::move(theirs));
  }
  return all;
}

void UpdateBed::log_lines(const std::string& lines, std::uint64_t next_blank) {
  const std::uint64_t version = log_->version() + 1;
  log_->begin(version);
  if (job_.is_first()) log_->add(lines);
  const LogShare mine = log_->write();
  if (job_.is_first()) log_->commit({version, next_blank, true, {mine}});
  job_.team().barrier();
}

void UpdateBed::read_log(query::RecoveryFaults* faults, const query::ReplayWatch& watch) {
  pgas::Team& team = job_.team();
  log_.reset();
  forget_updates();
  LogReader reader(folder_ / "log", database_->manifest().version, team.rank(), team.size());
  reader.accept(team.all_gather(reader.view()));
  auto recovered = query::recover(writer(), reader, state(), next_blank_, {}, faults, watch);
  if (recovered.state->snapshot.version() > state()->snapshot.version()) states_.push_back(recovered.state);
  next_blank_ = recovered.next_blank;
  team.barrier();
  log_ = std::make_unique<UpdateLog>(folder_ / "log", team.rank(), reader.committed());
  team.barrier();
}

Manifest UpdateBed::merge(const query::DatasetState& state, const CompactionOptions& options) {
  const MergeInput input{state.snapshot, vocabulary_.get(), vocabulary_->size(vocabulary_->image()), next_blank_};
  return merge_generation(job_.team(), input, options);
}

RebuiltGeneration UpdateBed::rebuild(const query::DatasetState& state, const RebuildOptions& options) {
  const RebuildInput input{state.snapshot, *dictionary_, vocabulary_->size(vocabulary_->image()), next_blank_};
  return rebuild_generation(job_.team(), input, options);
}

void UpdateBed::open_again(const std::optional<Manifest>& next) {
  job_.team().barrier();
  if (next && job_.is_first()) next->write(folder_ / "db");
  states_.clear();
  dictionary_.reset();
  job_.team().barrier();
  database_.reset();
  database_ = std::make_unique<server::ServedDatabase>((folder_ / "db").string(), job_.team());
  forget_updates();
}

UpdateBed::~UpdateBed() {
  job_.team().barrier();  // others read this image's levels and terms
  log_.reset();
  job_.team().barrier();
  if (job_.is_first()) fs::remove_all(folder_);
}

std::string UpdateBed::update(const std::string& text, const query::UpdateOptions& options) {
  const parser::Update update = parser::parse_update(text, kTestBase);
  const auto run_all = [&](query::Transaction& transaction) {
    for (const auto& operation : update.operations) transaction.run(operation);
  };
  return attempt(run_all, options);
}

std::string UpdateBed::update_together(const std::vector<std::string>& texts,
                                       std::vector<query::ChangeCounts>& counts) {
  std::vector<parser::Update> parsed;
  std::vector<const parser::Update*> updates;
  for (const std::string& text : texts) parsed.push_back(parser::parse_update(text, kTestBase));
  for (const parser::Update& update : parsed) updates.push_back(&update);
  pgas::Team& team = job_.team();
  const auto solo = job_.make_solo_team();
  const auto whole = [&](const query::DatasetState& state) {
    return state.whole ? query::WholeReader{*solo, whole_->dictionary(), whole_->vocabulary(), state.whole->snapshot}
                       : query::WholeReader{*solo, *dictionary_, *vocabulary_, state.snapshot};
  };
  const std::uint64_t version = state()->snapshot.version() + 1;
  try {
    query::DataDecision decision;
    team.agree(pgas::attempt([&] {
      if (team.is_first()) decision = query::decide(whole(*state()), next_blank_, updates);
    }));
    std::string bytes(reinterpret_cast<const char*>(decision.counts.data()),
                      decision.counts.size() * sizeof(query::ChangeCounts));
    bytes = team.broadcast(bytes);
    counts.resize(texts.size());
    copy_bytes(counts.data(), bytes.data(), bytes.size());
    inserted_ = deleted_ = 0;
    for (const query::ChangeCounts& its : counts) inserted_ += its.inserted, deleted_ += its.deleted;
    if (team.any(team.is_first() && decision.changes_nothing())) return "";
    query::DatasetStatePtr next_whole;
    if (team.is_first() && state()->whole) {
      next_whole = query::whole_after(writer(), *state()->whole, decision.batch, version);
    }
    const query::DataBatch batch = query::DataBatch::parse(team.broadcast(decision.batch.serialise()));
    std::optional<query::DatasetState> next;
    team.agree(pgas::attempt([&] { next = query::apply_batch(writer(), *state(), batch, version); }));
    follower_->take_terms(batch);
    next->whole = next_whole;
    states_.push_back(std::make_shared<const query::DatasetState>(*std::move(next)));
    team.agree(pgas::attempt([&] {
      if (team.is_first() && log_) query::commit_batch(*log_, version, batch, query::lines_of(whole(*state()), batch));
    }));
    next_blank_ = batch.next_blank;
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string UpdateBed::run(const parser::UpdateOperation& operation, const query::UpdateOptions& options) {
  return attempt([&](query::Transaction& transaction) { transaction.run(operation); }, options);
}

namespace {

TermView term_of(const std::string& text) {
  const std::string_view inner = std::string_view(text).substr(1, text.size() - 2);
  return text.starts_with('<') ? TermView::iri(inner) : TermView::string(inner);
}

class QuadList final : public query::QuadSource {
 public:
  explicit QuadList(std::vector<NaiveQuad> quads) : quads_(std::move(quads)) {}
  bool read(const Take& take) override {
    for (int i = 0; i < 5 && next_ < quads_.size(); ++i, ++next_) {
      const NaiveQuad& quad = quads_[next_];
      query::SourceQuadView view{term_of(quad[0]), term_of(quad[1]), term_of(quad[2])};
      if (!quad[3].empty()) view.graph = term_of(quad[3]);
      take(view);
    }
    return next_ < quads_.size();
  }

 private:
  const std::vector<NaiveQuad> quads_;
  std::size_t next_ = 0;
};

}  // namespace

std::string UpdateBed::replace(const parser::GraphTarget& target, const std::vector<NaiveQuad>& quads, int documents) {
  const query::OpenDocument open = [&](std::uint64_t number) -> std::unique_ptr<query::QuadSource> {
    if (!job_.is_first()) return nullptr;
    std::vector<NaiveQuad> part;
    for (std::size_t quad = number; quad < quads.size(); quad += static_cast<std::size_t>(documents)) {
      part.push_back(quads[quad]);
      if (target.kind == parser::GraphTargetKind::graph) part.back()[3].clear();
    }
    return std::make_unique<QuadList>(std::move(part));
  };
  return attempt(
      [&](query::Transaction& transaction) {
        transaction.replace(static_cast<std::uint64_t>(documents), open, target);
      },
      {});
}

std::string UpdateBed::insert(query::NumberedQuads& quads) {
  return attempt([&](query::Transaction& transaction) { transaction.insert(quads); }, {});
}

std::string UpdateBed::contradiction() {
  const Snapshot& snapshot = state()->snapshot;
  pgas::Team& team = job_.team();
  std::array<std::uint64_t, kGraphPermutations> counts{};
  std::array<std::uint64_t, kGraphPermutations> sums{};
  for (const ShardId shard : shards_of_member(team.rank(), team.size(), snapshot.shards())) {
    for (int number = 0; number < kGraphPermutations; ++number) {
      const MergedRun run = snapshot.run(permutation_at(number), shard);
      MergedRows rows = run.find({});
      const auto its = static_cast<std::size_t>(number);
      counts[its] += rows.size();
      MergedBatch batch;
      std::vector<std::uint64_t> hashes;
      std::vector<Huri> values;
      while (!rows.empty()) {
        batch.take(rows, std::min<std::uint64_t>(rows.size(), 100));
        hashes.assign(batch.size(), 1);
        values.resize(batch.size());
        for (int column = 0; column < run.columns(); ++column) {
          batch.read(static_cast<ColumnIndex>(column), values);
          const auto weight = static_cast<std::uint64_t>(positions(permutation_at(number))[column]) * 2 + 3;
          for (std::size_t row = 0; row < values.size(); ++row) {
            hashes[row] += (values[row].bits() * weight ^ (values[row].bits() >> 29)) * 0x9e3779b97f4a7c15 * weight;
          }
        }
        for (const std::uint64_t hash : hashes) sums[its] += hash * hash;
      }
    }
  }
  for (std::size_t number = 0; number < kGraphPermutations; ++number) {
    counts[number] = team.sum(counts[number]);
    sums[number] = team.sum(sums[number]);
    const Permutation permutation = permutation_at(static_cast<int>(number));
    const std::size_t first =
        static_cast<std::size_t>(index(holds_named_graphs(permutation) ? Permutation::spog : Permutation::spo));
    const Statistics& statistics = snapshot.statistics();
    const auto expected = (holds_named_graphs(permutation) ? statistics.named_graphs : statistics.default_graph).rows();
    if (counts[number] != expected || sums[number] != sums[first]) {
      return fmt::format("{} has {} rows of {}, with another sum: {}", name(permutation), counts[number], expected,
                         sums[number] != sums[first]);
    }
  }
  return "";
}

std::string UpdateBed::attempt(const std::function<void(query::Transaction&)>& operations,
                               const query::UpdateOptions& options) {
  query::TransactionOptions its;
  its.update = options;
  its.settings.base = kTestBase;
  try {
    query::Transaction transaction(writer(), state(), next_blank_);
    transaction.begin_request(its);
    operations(transaction);
    if (auto next = query::commit(transaction, log_.get())) states_.push_back(std::move(next));
    next_blank_ = transaction.next_blank();
    inserted_ = transaction.stated().inserted;
    deleted_ = transaction.stated().deleted;
    if (follower_ && transaction.has_unshared_terms()) follower_->share_terms(job_.team());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void UpdateBed::drop_old_states() {
  job_.team().barrier();
  states_.erase(states_.begin(), states_.end() - 1);
}

std::vector<std::string> UpdateBed::rows(const std::string& query, const query::DatasetState& state) {
  return rows(job_.team(), query, state.snapshot, *dictionary_);
}

std::vector<std::string> UpdateBed::rows(pgas::Team& team, const std::string& query, const Snapshot& snapshot,
                                         const Dictionary& dictionary) {
  std::string bytes;
  query::RunOptions options;
  options.format = results::ResultFormat::tsv;
  options.settings.base = kTestBase;
  query::run_query(team, snapshot, dictionary, parser::parse_query(query, kTestBase), options,
                   [&](std::string_view piece) {
                     bytes += piece;
                     return true;
                   });
  std::vector<std::string> all;
  std::size_t begin = bytes.find('\n') + 1;  // the header
  for (std::size_t end; !bytes.empty() && (end = bytes.find('\n', begin)) != std::string::npos; begin = end + 1) {
    all.push_back(bytes.substr(begin, end - begin));
  }
  std::sort(all.begin(), all.end());
  return all;
}

namespace {

constexpr const char* kAllQuads = "SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }";

std::set<NaiveQuad> quads_of_rows(const std::vector<std::string>& rows) {
  std::set<NaiveQuad> all;
  for (const std::string& line : rows) {
    NaiveQuad quad;
    std::size_t begin = 0;
    for (std::string& term : quad) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      term = line.substr(begin, end - begin);
      begin = end + 1;
    }
    all.insert(quad);
  }
  return all;
}

}  // namespace

std::set<NaiveQuad> UpdateBed::quads(const query::DatasetState& state) {
  return quads_of_rows(rows(kAllQuads, state));
}

std::set<NaiveQuad> UpdateBed::quads_of_whole_view() {
  const query::DatasetStatePtr whole = state()->whole;
  if (!whole) return {};
  const auto solo = job_.make_solo_team();
  return quads_of_rows(rows(*solo, kAllQuads, whole->snapshot, whole_->dictionary()));
}

}  // namespace quadrille::testing
