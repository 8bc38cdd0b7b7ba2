#pragma once

// Stores a run's failure in the words of a group (LaneControl of its first member): one error a run, the first one, of
// this group or another. A run's number is the number of runs that have ended before it.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/error.hpp"
#include "pgas/detail/image_control.hpp"

namespace quadrille::pgas::detail {

ErrorText to_text(const Error& error);
Error to_error(const ErrorText& text);

// Local. Returns false, without a change, if the run has already failed. Wakes members that wait in a barrier.
bool set_failure(LaneControl& group, const ErrorText& error);

// Local, in the process of the group's first member: another group's run `run` has failed. That is either the current
// run of this group, or the next one if its members have not yet left the last one.
void take_foreign_failure(LaneControl& group, std::uint64_t run, std::span<const std::byte> error);

// Local; called by one member when all have reached the end of a run: begins the next one, without a failure, unless
// one has already arrived for it.
void begin_run(LaneControl& group, std::uint64_t run);

}  // namespace quadrille::pgas::detail
