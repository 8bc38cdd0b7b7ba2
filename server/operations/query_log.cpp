#include "server/operations/query_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::milliseconds kGathering{50};
constexpr std::size_t kLinesAtOnce = 256 << 10;
constexpr std::size_t kLongestPlan = 64 << 10;

// An entry in the buffer: these numbers, then its strings, one behind the other.
enum PackedString : std::size_t { kId, kUser, kClient, kDatabase, kJob, kText, kPlan, kStrings };
struct PackedEntry {
  LogEntry::Time time;
  RequestKind kind = RequestKind::other;
  bool is_cut_off = false, is_cancelled = false;
  int status = 0;
  std::array<double, kRunStages> stages{};
  std::uint64_t rows = 0, bytes = 0, peak_bytes = 0, text_bytes = 0;
  std::uint64_t dropped = 0;  // entries before this one
  std::array<std::uint32_t, kStrings> sizes{};
};

PackedEntry packed_numbers(const RequestRecord& record) {
  PackedEntry entry{.time = std::chrono::system_clock::now(),
                    .kind = record.kind,
                    .is_cut_off = record.cut_off,
                    .is_cancelled = record.cancelled.load(std::memory_order_relaxed),
                    .status = record.status,
                    .rows = record.progress.rows(),
                    .bytes = record.sent_bytes,
                    .peak_bytes = record.progress.peak_bytes(),
                    .text_bytes = record.text_bytes};
  for (std::size_t stage = 0; stage < kRunStages; ++stage)
    entry.stages[stage] = record.seconds(static_cast<RunStage>(stage));
  return entry;
}

void append_entry(std::string& out, LogFormat format, const PackedEntry& entry,
                  const std::array<std::string_view, kStrings>& strings) {
  double seconds = 0;
  for (const double one : entry.stages) seconds += one;
  const std::string shown = without_passwords(strings[kText], strings[kText].size() < entry.text_bytes);
  LogEntry line(out, format, "query", entry.time);
  line.text("id", strings[kId]);
  if (!strings[kJob].empty()) line.text("job", strings[kJob]);
  if (!strings[kUser].empty()) line.text("user", strings[kUser]);
  line.text("client", strings[kClient])
      .text("database", strings[kDatabase])
      .text("kind", kind_name(entry.kind))
      .number("status", static_cast<std::uint64_t>(entry.status))
      .seconds("seconds", seconds)
      .seconds("waiting_seconds", entry.stages[0])
      .seconds("planning_seconds", entry.stages[1])
      .seconds("running_seconds", entry.stages[2])
      .seconds("sending_seconds", entry.stages[3])
      .number("rows", entry.rows)
      .number("bytes", entry.bytes)
      .number("peak_memory_bytes", entry.peak_bytes)
      .flag("cancelled", entry.is_cancelled)
      .flag("cut_off", entry.is_cut_off)
      .number("text_bytes", entry.text_bytes)
      .text("text", shown);
  if (!strings[kPlan].empty()) line.text("plan", without_passwords(strings[kPlan]));
  if (entry.dropped > 0) line.number("dropped", entry.dropped);
  line.end();
}

}  // namespace

QueryLog::QueryLog(QueryLogSettings settings) : settings_(std::move(settings)), file_(settings_.file) {
  filling_.reserve(settings_.buffer_bytes);
  writer_ = std::thread([this] { write_all(); });
}

QueryLog::~QueryLog() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  arrived_.notify_one();
  writer_.join();
}

bool QueryLog::is_slow(const RequestRecord& record) const {
  return record.kind == RequestKind::query && !record.logs.is_relayed && record.seconds() >= settings_.slow_seconds;
}

void QueryLog::add(const RequestRecord& record) {
  if (!is_operation(record.kind) || record.logs.is_relayed) return;
  const std::string caller = record.caller ? record.caller->identity() : std::string();
  PackedEntry entry = packed_numbers(record);
  const std::array<std::string_view, kStrings> strings{record.id,
                                                       caller,
                                                       record.client,
                                                       record.database,
                                                       record.logs.job,
                                                       record.text,
                                                       std::string_view(record.logs.plan).substr(0, kLongestPlan)};
  std::size_t size = sizeof entry;
  for (std::size_t number = 0; number < kStrings; ++number) {
    entry.sizes[number] = static_cast<std::uint32_t>(strings[number].size());
    size += strings[number].size();
  }
  bool wakes = false;
  {
    const std::lock_guard lock(mutex_);
    const std::size_t filled = filling_.size();
    if (filled + size > settings_.buffer_bytes) return drop();
    entry.dropped = std::exchange(not_taken_, 0);
    filling_.append(reinterpret_cast<const char*>(&entry), sizeof entry);
    for (const std::string_view string : strings) filling_ += string;
    const std::size_t half = settings_.buffer_bytes / 2;
    wakes = filled == 0 || (filled < half && filling_.size() >= half);
  }
  if (wakes) arrived_.notify_one();
}

// Needs the mutex.
void QueryLog::drop() {
  ++not_taken_;
  dropped_.fetch_add(1, std::memory_order_relaxed);
}

// After the first entry it waits a moment for more, so that a busy server writes many at once, and no client has to
// wake this thread.
void QueryLog::write_all() {
  std::string taken;
  taken.reserve(settings_.buffer_bytes);
  std::unique_lock lock(mutex_);
  while (true) {
    arrived_.wait(lock, [&] { return stops_ || !filling_.empty(); });
    if (filling_.empty()) return;
    arrived_.wait_for(lock, kGathering, [&] { return stops_ || filling_.size() >= settings_.buffer_bytes / 2; });
    filling_.swap(taken);
    lock.unlock();
    write_entries(taken);
    taken.clear();
    lock.lock();
  }
}

void QueryLog::write_entries(std::string_view packed) {
  std::string lines;
  std::uint64_t entries = 0;
  while (!packed.empty()) {
    PackedEntry entry;
    std::memcpy(&entry, packed.data(), sizeof entry);
    packed.remove_prefix(sizeof entry);
    std::array<std::string_view, kStrings> strings;
    for (std::size_t number = 0; number < kStrings; ++number) {
      strings[number] = packed.substr(0, entry.sizes[number]);
      packed.remove_prefix(entry.sizes[number]);
    }
    entry.dropped += std::exchange(unwritten_, 0);
    append_entry(lines, settings_.format, entry, strings);
    entries += 1 + entry.dropped;
    if (lines.size() < kLinesAtOnce && !packed.empty()) continue;
    write(lines, entries);
    lines.clear();
    entries = 0;
  }
}

// `entries`: with those that the lines report as dropped.
void QueryLog::write(std::string_view lines, std::uint64_t entries) {
  try {
    file_.append(lines);
    if (std::exchange(is_failing_, false) && settings_.report)
      settings_.report(fmt::format("the query log {} is written again", file_.path()));
  } catch (const Error& error) {
    unwritten_ += entries;
    const auto lost = static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
    dropped_.fetch_add(lost, std::memory_order_relaxed);
    if (std::exchange(is_failing_, true) || !settings_.report) return;
    settings_.report(fmt::format("entries of the query log are lost until it can be written: {}", error.what()));
  }
}

}  // namespace quadrille::server
