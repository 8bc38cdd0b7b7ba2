#pragma once

// How a run's failure is kept in the words of a group (LaneControl of its first member): one error a run, that of
// whoever is first, this group's or another's. A run's number is the number of runs that have ended before it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/error.hpp"
#include "pgas/detail/image_control.hpp"

namespace quadrille::pgas::detail {

ErrorText to_text(const Error& error);
Error to_error(const ErrorText& text);

// Local. False if the run has failed already; then nothing is changed. Wakes who waits in a barrier.
bool set_failure(LaneControl& group, const ErrorText& error);

// Local, in the process of the group's first member: another group's run `run` has failed. That may be the run that
// this group is in, or the next one, when its members have not yet left the last.
void take_foreign_failure(LaneControl& group, std::uint64_t run, std::span<const std::byte> error);

// Local, by one member when all have come to the end of a run: the next one begins, without failure, but for one that
// has come already.
void begin_run(LaneControl& group, std::uint64_t run);

}  // namespace quadrille::pgas::detail
