#include "pgas/detail/run_failure.hpp"

#include <sched.h>

#include <algorithm>

#include "base/copy_bytes.hpp"

namespace quadrille::pgas::detail {

ErrorText to_text(const Error& error) {
  ErrorText text;
  text.kind = static_cast<std::int32_t>(error.kind());
  const std::string_view message = error.what();
  std::copy_n(message.data(), std::min(message.size(), text.message.size() - 1), text.message.data());
  return text;
}

Error to_error(const ErrorText& text) {
  return Error(static_cast<ErrorKind>(text.kind), text.message.data());
}

namespace {

// Guards the words of a failure, which change together. It is held for some instructions; if its holder dies, the group
// ends anyway.
class FailureLock {
 public:
  explicit FailureLock(LaneControl& group) : word_(group.failure_lock) {
    while (word_.exchange(1, std::memory_order_acquire) != 0) sched_yield();
  }
  ~FailureLock() { word_.store(0, std::memory_order_release); }
  FailureLock(const FailureLock&) = delete;

 private:
  SharedWord& word_;
};

bool set(LaneControl& group, const ErrorText& error) {
  if (group.failed.load() != 0) return false;
  group.error = error;
  group.failed.store(1);
  wake_all(group.generation);
  return true;
}

}  // namespace

bool set_failure(LaneControl& group, const ErrorText& error) {
  const FailureLock lock(group);
  return set(group, error);
}

void take_foreign_failure(LaneControl& group, std::uint64_t run, std::span<const std::byte> error) {
  ErrorText text;
  copy_bytes(&text, error.data(), std::min(error.size(), sizeof text));
  const FailureLock lock(group);
  if (run == group.current_run) {
    set(group, text);
  } else if (run > group.current_run) {  // some members of this group have not left the last run yet
    group.pending_run = run;
    group.pending_error = text;
  }
}

void begin_run(LaneControl& group, std::uint64_t run) {
  const FailureLock lock(group);
  group.current_run = run;
  group.failed.store(0);
  if (group.pending_run == run) set(group, group.pending_error);
}

}  // namespace quadrille::pgas::detail
