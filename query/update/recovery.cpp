#include "query/update/recovery.hpp"

#include <algorithm>
#include <utility>

#include "quadstore/log/rules_record.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint64_t kVersionsBetweenLooks = 64;
constexpr std::uint64_t kBatchBytes = std::size_t{32} << 20;  // of lines, on one image

class Recovery {
 public:
  Recovery(const Writer& writer, LogReader& reader, DatasetStatePtr base, std::uint64_t next_blank,
           const TakeRules& take_rules, RecoveryFaults* faults, const ReplayWatch& watch)
      : writer_(writer),
        reader_(reader),
        recovered_{std::move(base), next_blank, 0, writer.closure},
        take_rules_(take_rules),
        faults_(faults),
        watch_(watch) {}

  Recovered run() {
    pgas::Team& team = writer_.team;
    for (std::uint64_t version = reader_.first(); version <= reader_.committed(); ++version) {
      read(version);
      const bool is_end = version == reader_.committed() || changes_rules_;
      if (!is_end && version % kVersionsBetweenLooks != 0) continue;
      team.agree(outcome_);
      if (!is_end && team.max(bytes_) < kBatchBytes) continue;
      recovered_.changes += team.sum(count_lines());
      recovered_.state = replay(writer_, recovered_.state, read_, version, faults_, [&](double share) { look(share); });
      read_.clear();
      replayed_ += std::exchange(bytes_, 0);
      if (std::exchange(changes_rules_, false)) change_rules();
    }
    return std::move(recovered_);
  }

 private:
  // An error is kept until the images synchronize.
  void read(std::uint64_t version) {
    if (outcome_.error()) return;
    outcome_ = pgas::attempt([&] {
      const std::size_t before = read_.size();
      const CommitRecord record = reader_.read(version, [&](std::string_view lines) {
        look(0);
        bytes_ += lines.size();
        if (is_rules_record(lines)) {
          rules_ = rules_of_record(lines);
          return;
        }
        read_.push_back({version, 0, std::string(lines), reader_.source()});
      });
      for (std::size_t part = before; part < read_.size(); ++part) read_[part].next_blank = record.next_blank_node;
      if (faults_ != nullptr && writer_.team.is_first() && record.next_blank_node < recovered_.next_blank) {
        faults_->add(fmt::format("version {} of the log numbers new blank nodes from {} on, but {} existed before it",
                                 version, record.next_blank_node, recovered_.next_blank));
      }
      recovered_.next_blank = std::max(recovered_.next_blank, record.next_blank_node);
      changes_rules_ = record.changes_rules;
    });
  }

  // The first image has the record, because its instance has it.
  void change_rules() {
    pgas::Team& team = writer_.team;
    const std::string stored = team.broadcast(rules_);
    team.agree(pgas::attempt([&] { recovered_.closure = take_rules_(stored); }));
    EmptyClosure nothing;
    if (recovered_.closure == nullptr && writer_.closure != nullptr) {
      writer_.closure = &nothing;
      recovered_.state = with_closure(writer_, recovered_.state, recovered_.next_blank);
    }
    if (recovered_.closure != nullptr)
      recovered_.state = std::make_shared<const DatasetState>(under_other_rules(*recovered_.state));
    writer_.closure = recovered_.closure;
  }

  // Reports that `share` of the batch is done.
  void look(double share) const {
    const double done = static_cast<double>(replayed_) + share * static_cast<double>(bytes_);
    if (watch_) watch_(std::min(1.0, done / static_cast<double>(std::max<std::uint64_t>(reader_.bytes(), 1))));
  }

  std::uint64_t count_lines() const {
    std::uint64_t count = 0;
    for (const VersionLines& part : read_) count += std::count(part.lines.begin(), part.lines.end(), '\n');
    return count;
  }

  Writer writer_;  // with the closure of the present rules
  LogReader& reader_;
  Recovered recovered_;
  const TakeRules& take_rules_;
  RecoveryFaults* const faults_;
  const ReplayWatch& watch_;
  pgas::Outcome outcome_;
  bool changes_rules_ = false;  // the version that was read last
  std::string rules_;           // from then on; on the image that reads them
  std::vector<VersionLines> read_;
  std::uint64_t bytes_ = 0;     // of the batch
  std::uint64_t replayed_ = 0;  // of the batches before it
};

}  // namespace

Recovered recover(const Writer& writer, LogReader& reader, DatasetStatePtr base, std::uint64_t next_blank,
                  const TakeRules& take_rules, RecoveryFaults* faults, const ReplayWatch& watch) {
  return Recovery(writer, reader, std::move(base), next_blank, take_rules, faults, watch).run();
}

}  // namespace quadrille::query
