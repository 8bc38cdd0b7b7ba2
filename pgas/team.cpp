#include "pgas/team.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "base/copy_bytes.hpp"
#include "pgas/detail/crossing.hpp"
#include "pgas/detail/group_exchange.hpp"
#include "pgas/detail/image_control.hpp"
#include "pgas/detail/remote_access.hpp"
#include "pgas/detail/run_failure.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::pgas {

static_assert(detail::kContributionBytes == detail::kSlotBytes);

Team::Team(Heap& heap, std::vector<ImageId> members, int rank, std::vector<detail::LaneControl*> lanes, int lane,
           std::vector<int> group_begins, std::unique_ptr<detail::Crossing> crossing)
    : heap_(heap),
      members_(std::move(members)),
      rank_(rank),
      group_begins_(std::move(group_begins)),
      lanes_(std::move(lanes)),
      lane_(lane),
      crossing_(std::move(crossing)) {
  group_ = group_of(rank);
}

Team::~Team() = default;

int Team::group_of(int member) const {
  return static_cast<int>(std::upper_bound(group_begins_.begin(), group_begins_.end(), member) -
                          group_begins_.begin()) -
         1;
}

detail::LaneControl& Team::group_control() const {
  return *lanes_[static_cast<std::size_t>(group_begin(group_))];
}

const SharedWord* Team::failed_word() const {
  return size() > 1 && in_run_ ? &group_control().failed : nullptr;
}

// Central counter: the last to arrive opens the barrier by increasing the generation. `sleepers` avoids the wake-up
// call if all are still spinning.
void Team::group_barrier() {
  const int members = group_size();
  if (members == 1) return;
  detail::LaneControl& control = group_control();
  const std::uint32_t generation = control.generation.load(std::memory_order_relaxed);
  if (control.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(members)) {
    control.arrived.store(0, std::memory_order_relaxed);
    control.generation.store(generation + 1, std::memory_order_seq_cst);
    if (control.sleepers.load(std::memory_order_seq_cst) != 0) wake_all(control.generation);
    return;
  }
  wait_while_equal(control.generation, generation, Patience::busy, failed_word(), &control.sleepers);
}

void Team::barrier() {
  ++counters_.barriers;
  if (size() == 1) return;
  group_barrier();
  if (!crossing_) return;
  gather_across(0, nullptr, 0);
}

void Team::sync_all() {
  fence();
  barrier();
}

std::size_t Team::contribute(const void* mine, std::size_t bytes) {
  const auto slot = static_cast<std::size_t>(slot_);
  slot_ ^= 1;
  copy_bytes(lanes_[static_cast<std::size_t>(rank_)]->slots[slot].data(), mine, bytes);
  return slot;
}

void Team::collect(std::size_t slot, void* of_group, std::size_t bytes) const {
  auto* to = static_cast<std::byte*>(of_group);
  for (int member = group_begin(group_); member < group_end(group_); ++member, to += bytes) {
    copy_bytes(to, lanes_[static_cast<std::size_t>(member)]->slots[slot].data(), bytes);
  }
}

void Team::gather_bytes(const void* mine, void* all, std::size_t bytes) {
  ++counters_.collectives;
  if (size() == 1) {
    copy_bytes(all, mine, bytes);
    return;
  }
  const std::size_t slot = contribute(mine, bytes);
  ++counters_.barriers;
  group_barrier();
  counters_.bytes += bytes * (members_.size() - 1);
  if (crossing_) return gather_across(slot, all, bytes);
  collect(slot, all, bytes);
}

// One record from every group to every other one, with the contributions of its members, and a barrier of the group.
// Contributions that are too large for a record travel as an exchange of equal blocks.
void Team::gather_across(std::size_t slot, void* all, std::size_t bytes) {
  const GroupPlan& plan = crossing_->plan();
  auto* const to = static_cast<std::byte*>(all);
  if (bytes * static_cast<std::size_t>(plan.largest_group()) > detail::kPayloadBytes) {
    const Block mine(lanes_[static_cast<std::size_t>(rank_)]->slots[slot].data(), bytes);
    const std::vector<Block> equal(members_.size(), mine);
    ExchangeView view(*this, equal);
    for (int member = 0; member < size(); ++member) {
      copy_bytes(to + static_cast<std::size_t>(member) * bytes, view.from(member).data(), bytes);
    }
    view.finish();
    return;
  }
  const std::uint64_t sequence = next_sequence();
  std::vector<std::byte> of_group(bytes * static_cast<std::size_t>(plan.size(group_)));
  collect(slot, of_group.data(), bytes);
  for (const Stream& stream : crossing_->outgoing()) {
    if (stream.part == 0) crossing_->send_record(stream, sequence, of_group, counters_);
  }
  for (const Stream& stream : crossing_->incoming()) {
    if (stream.part == 0) crossing_->wait_record(stream, sequence, failed_word());
  }
  group_barrier();
  if (bytes == 0) return;
  for (int group = 0; group < num_groups(); ++group) {
    std::byte* const place = to + static_cast<std::size_t>(group_begin(group)) * bytes;
    if (group == group_) {
      copy_bytes(place, of_group.data(), of_group.size());
      continue;
    }
    const auto& inbox = crossing_->inbox(plan.first_stream(group, group_));
    copy_bytes(place, inbox.phases[sequence & 1].data.data(), bytes * static_cast<std::size_t>(plan.size(group)));
  }
}

std::vector<std::string> Team::all_gather_bytes(std::string_view mine) {
  if (size() == 1) return {std::string(mine)};
  QueryArena arena(heap_);
  const std::string_view shared = arena.copy(mine);
  const std::span<Block> blocks = arena.make_span<Block>(members_.size());
  std::uninitialized_fill(blocks.begin(), blocks.end(), std::as_bytes(std::span(shared)));
  ExchangeView view(*this, blocks);
  std::vector<std::string> all;
  for (int member = 0; member < size(); ++member) {
    const Block theirs = view.from(member);
    all.emplace_back(reinterpret_cast<const char*>(theirs.data()), theirs.size());
  }
  view.finish();  // no image reads the arena any more
  return all;
}

std::string Team::broadcast(std::string_view bytes, int root) {
  return all_gather_bytes(rank_ == root ? bytes : std::string_view{})[static_cast<std::size_t>(root)];
}

namespace {

// An outcome as members send it.
struct Report {
  std::int32_t kind = -1;  // of the error; -1: success
  char message[detail::kContributionBytes - sizeof(std::int32_t)] = {};
};

Report report_of(const Outcome& outcome) {
  Report report;
  if (!outcome.error()) return report;
  report.kind = static_cast<std::int32_t>(outcome.error()->kind());
  const std::string_view message = outcome.error()->what();
  std::copy_n(message.data(), std::min(message.size(), sizeof report.message - 1), report.message);
  return report;
}

Outcome outcome_of(const Report& report) {
  return report.kind < 0 ? Outcome() : Outcome(static_cast<ErrorKind>(report.kind), report.message);
}

}  // namespace

void Team::agree(const Outcome& mine) {
  if (size() == 1) {
    if (mine.error()) throw *mine.error();
    return;
  }
  if (!any(mine.error().has_value())) return;
  for (const Report& theirs : all_gather(report_of(mine))) {
    if (const Outcome outcome = outcome_of(theirs); outcome.error()) throw *outcome.error();
  }
}

Outcome Team::report_to_first(const Outcome& mine) {
  ++counters_.collectives;
  if (size() == 1) return mine;
  Report of_group;
  for (const Report& theirs : group_gather(report_of(mine))) {
    if (of_group.kind < 0) of_group = theirs;
  }
  if (!crossing_) return is_first() ? outcome_of(of_group) : Outcome();
  const std::uint64_t number = crossing_->next_report();
  const std::span<const Report> sent(&of_group, of_group.kind < 0 ? 0 : 1);
  for (const Stream& stream : crossing_->outgoing()) {
    if (stream.to_group == 0 && stream.part == 0) {
      crossing_->send_report(stream, number, std::as_bytes(sent), counters_);
    }
  }
  if (group_ != 0) return {};
  for (const Stream& stream : crossing_->incoming()) {
    if (stream.part == 0) crossing_->wait_report(stream, number, failed_word());
  }
  group_barrier();
  for (int group = 1; group < num_groups() && is_first() && of_group.kind < 0; ++group) {
    const auto& slot = crossing_->inbox(crossing_->plan().first_stream(group, 0)).report;
    if (slot.bytes > 0) copy_bytes(&of_group, slot.data.data(), sizeof of_group);
  }
  return is_first() ? outcome_of(of_group) : Outcome();
}

std::vector<std::string> Team::gather_in_group(std::string_view mine) {
  ++counters_.collectives;
  if (size() == 1) return {std::string(mine)};
  QueryArena arena(heap_);
  struct Shared {
    std::string_view bytes;
    bool is_missing = false;
  } shared;
  shared.is_missing = attempt([&] { shared.bytes = arena.copy(mine); }).error().has_value();
  std::vector<std::string> all;
  bool is_missing = false;
  for (const Shared& theirs : group_gather(shared)) {
    is_missing = is_missing || theirs.is_missing;
    all.emplace_back(theirs.bytes);
  }
  group_barrier();  // no member reads the arena any more
  if (is_missing) fail(ErrorKind::memory, "out of memory");
  return all;
}

// The first failing member stores its error, and wakes the members that wait in a barrier; they stop.
void Team::report_failure(const Error& error) {
  if (size() == 1) {
    solo_error_ = error;
    return;
  }
  const detail::ErrorText text = detail::to_text(error);
  if (detail::set_failure(group_control(), text) && crossing_) {
    crossing_->tell_failure(runs_, std::as_bytes(std::span(&text, 1)));
  }
}

void Team::check_failed() const {
  const SharedWord* const failed = failed_word();
  if (failed && failed->load(std::memory_order_relaxed) != 0) throw TeamFailed{};
}

// A barrier of the group's members with separate words, so that no member is in barrier() when the last one cleans up.
template <class Last>
void Team::meet(Last&& last) {
  detail::LaneControl& control = group_control();
  const auto members = static_cast<std::uint32_t>(group_end(group_) - group_begin(group_));
  const std::uint32_t generation = control.run_generation.load(std::memory_order_relaxed);
  if (control.run_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == members) {
    last();
    control.run_arrived.store(0, std::memory_order_relaxed);
    control.run_generation.store(generation + 1, std::memory_order_seq_cst);
    wake_all(control.run_generation);
  } else {
    wait_while_equal(control.run_generation, generation, Patience::busy);
  }
}

void Team::begin_run() {
  in_run_ = true;
  if (crossing_) crossing_->network().begin_work();
}

void Team::end_run() {
  in_run_ = false;
  if (crossing_) crossing_->network().end_work();
  if (size() == 1) {
    if (const auto error = std::exchange(solo_error_, std::nullopt)) throw *error;
    return;
  }
  detail::LaneControl& control = group_control();
  // One member reads `failed` for all: a fast one may be in its next run, and fail, before a slow one reads it.
  meet([&] { control.run_verdict = control.failed.load(std::memory_order_acquire); });
  std::optional<Error> error;
  if (control.run_verdict.load(std::memory_order_acquire) != 0) error = detail::to_error(control.error);
  if (crossing_) error = end_across();
  ++runs_;
  sequence_ = runs_ << 32;
  if (!error && !crossing_) return;
  // The owner of an exchange may live longer, as the operators of a plan do: its memory must not.
  for (detail::GroupExchange* exchange : std::exchange(exchanges_, {})) exchange->give_up();
  if (error) {
    slot_ = 0;
    if (remote_) remote_->drain();
  }
  if (crossing_ && (error || crossing_->channels().any_open())) crossing_->drain();
  meet([&] {
    if (error) {
      control.arrived = 0;
      control.sleepers = 0;
    }
    detail::begin_run(control, runs_);
  });
  if (crossing_) crossing_->free_given_up();
  if (error) throw *error;
}

// All groups exchange their results of the run; the lowest group with an error decides for all.
std::optional<Error> Team::end_across() {
  detail::LaneControl& control = group_control();
  detail::ErrorText mine;
  mine.kind = -1;
  if (control.run_verdict.load() != 0) mine = control.error;
  const std::uint64_t run = runs_ + 1;  // slots begin with 0: nothing received
  const bool failed = mine.kind >= 0;
  for (const Stream& stream : crossing_->outgoing()) {
    if (stream.part == 0) {
      crossing_->send_end(stream, run, failed ? std::as_bytes(std::span(&mine, 1)) : std::span<const std::byte>());
    }
  }
  for (const Stream& stream : crossing_->incoming()) {
    if (stream.part == 0) crossing_->wait_end(stream, run);
  }
  meet([] {});
  for (int group = 0; group < num_groups(); ++group) {
    if (group == group_) {
      if (failed) return detail::to_error(mine);
      continue;
    }
    const auto& slot = crossing_->inbox(crossing_->plan().first_stream(group, group_)).ends[run & 1];
    if (slot.bytes == 0) continue;
    detail::ErrorText theirs;
    copy_bytes(&theirs, slot.data.data(), sizeof theirs);
    return detail::to_error(theirs);
  }
  return std::nullopt;
}

}  // namespace quadrille::pgas
